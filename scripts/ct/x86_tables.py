# SPDX-License-Identifier: Apache-2.0
"""x86 vector instructions whose time does not depend on their data.

What is not listed is unknown to the checker, and a finding.  The lists hold
logic, integer arithmetic, shuffles, AES, carry-less multiplication and moves:
all of them in Intel's "Data Operand Independent Timing" list.  Mind that
Intel counts pmul*, pmadd* and vpmadd52 as such only with MXCSR set in a
certain way on some processors ("MCDT").
"""
import re

NOPS = set("""nop nopw nopl endbr64 endbr32 lfence mfence sfence pause emms
    prefetcht0 prefetcht1 prefetcht2 prefetchnta prefetchw""".split())

# op0 := f(other operands); op0 is a source too where OVERWRITES or the VEX
# encoding do not say otherwise.
SIMD = re.compile(r"""^(v?(
  p(add|sub)(u?s)?[bwdq] | pmul(l|h|hu|hrs|u|)[wdqb]?[wdq]? | pmuludq |
  pmuldq | pmull[wdq] | pmadd(wd|ubsw) | pmadd52[lh]uq |
  p(and|andn|or|xor)[dq]? | (and|andn|or|xor)p[sd] |
  ps(ll|rl|ra)v?[wdq] | ps(ll|rl)dq | pro[lr]v?[dq] |
  pcmp(eq|gt)[bwdq] | pcmpu?[bwdq] | pcmp(n?eq|n?l[te]|neq)u?[bwdq] |
  p(max|min)[us][bwdq] | punpck[lh](bw|wd|dq|qdq) | unpck[lh]p[sd] |
  pack[us]s(wb|dw) | packusdw |
  pshuf(b|d|lw|hw|w) | shufp[sd] | palignr | align[dq] |
  pblend[wd] | pblendvb | blendv?p[sd] | pblendm[bwdq] | blendmp[sd] |
  pbroadcast[bwdq] |
  broadcast(ss|sd|f128|i128|[if]32x[248]|[if]64x[248]) |
  perm(b|w|d|q|ps|pd|2[fi]128|ilp[sd]) | perm[it]2(b|w|d|q|ps|pd) |
  (insert|extract)([if]128|[if]32x[48]|[if]64x[248]|ps) |
  p(insr|extr)[bwdq] | pmovmskb | movmskp[sd] |
  pmov[sz]x(bw|bd|bq|wd|wq|dq) | pmov(wb|dw|db|qb|qw|qd) |
  pmov[bwdq]2m | pmovm2[bwdq] | psadbw | pavg[bw] | pabs[bwdq] | psign[bwd] |
  ph(add|sub)s?[wd] | pternlog[dq] | ptestn?m[bwdq] | pmultishiftqb |
  psh[lr]dv?[wdq] | pshufbitqmb | gf2p8(mulb|affineqb|affineinvqb) |
  aes(enc|dec)(last)? | aesimc | aeskeygenassist |
  pclmul(lql|hql|lqh|hqh)?q?dq | pclmul(lq|hq)(lq|hq)dq |
  shuf[if](32x4|64x2)
  )|sha(1|256)\w+
   |k(mov|and|andn|or|xor|xnor|not|add|shiftl|shiftr|unpck)
     (b|w|d|q|bw|wd|dq))$""", re.X)

MOVES = re.compile(r"""^v?(mov(aps|ups|apd|upd|dqa|dqu|dqa32|dqa64|dqu8|
    dqu16|dqu32|dqu64|q|d|ddup|shdup|sldup|ntdq|ntps|ntpd|ntdqa|dq2q|q2dq|
    ntq)|lddqu)$|^movnti$""", re.X)
# These write a part of a vector.
PART_MOVES = re.compile(r"^v?mov(hps|lps|hpd|lpd|hlps|lhps|ss|sd)$")
# SSE instructions that do not read op0 ...
OVERWRITES = re.compile(r"^(pshuf(d|lw|hw|w)$|pmov[sz]x|pabs|aesimc|"
                        r"aeskeygenassist|pextr|pmovmskb|movmsk)")
# ... and VEX and EVEX ones that do.
READS_OP0 = re.compile(r"^v(pmadd52|pternlog|perm[it]2|psh[lr]dv|sha)")
VECTOR_FLAGS = re.compile(r"^v?ptest$|^vtestp[sd]$|^k(or)?test[bwdq]$")
# x op x is a constant.
ZEROING = re.compile(r"^v?(pxor[dq]?|xorp[sd]|psub[bwdq]|pcmpeq[bwdq])$"
                     r"|^kx(n?)or[bwdq]$")
# Time depends on the operands on some processor that we may run on.
LATENCY = set("""div idiv pdep pext bsf bsr divps divpd divss divsd
    sqrtps sqrtpd sqrtss sqrtsd""".split())
