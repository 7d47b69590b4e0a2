type Digit = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9

/** 25 lanes of 64 bits, row by row: the low half of each, then the high one. */
export type KeccakState = Record<`${'' | 1 | 2 | 3 | 4}${Digit}`, number>

/**
 * One round of Keccak-f[1600] (FIPS 202, section 3.2) from one state to
 * another. It is written out because most of what a block costs is hashing,
 * and loops over tables of places and rotations take three times as long.
 */
export function keccakRound(
  a: KeccakState,
  to: KeccakState,
  low: number,
  high: number,
): void {
  // theta: c is the parity of a column, d what each of its words changes by
  const c0 = a[0] ^ a[10] ^ a[20] ^ a[30] ^ a[40]
  const c1 = a[1] ^ a[11] ^ a[21] ^ a[31] ^ a[41]
  const c2 = a[2] ^ a[12] ^ a[22] ^ a[32] ^ a[42]
  const c3 = a[3] ^ a[13] ^ a[23] ^ a[33] ^ a[43]
  const c4 = a[4] ^ a[14] ^ a[24] ^ a[34] ^ a[44]
  const c5 = a[5] ^ a[15] ^ a[25] ^ a[35] ^ a[45]
  const c6 = a[6] ^ a[16] ^ a[26] ^ a[36] ^ a[46]
  const c7 = a[7] ^ a[17] ^ a[27] ^ a[37] ^ a[47]
  const c8 = a[8] ^ a[18] ^ a[28] ^ a[38] ^ a[48]
  const c9 = a[9] ^ a[19] ^ a[29] ^ a[39] ^ a[49]
  const d0 = c8 ^ ((c2 << 1) | (c3 >>> 31))
  const d1 = c9 ^ ((c3 << 1) | (c2 >>> 31))
  const d2 = c0 ^ ((c4 << 1) | (c5 >>> 31))
  const d3 = c1 ^ ((c5 << 1) | (c4 >>> 31))
  const d4 = c2 ^ ((c6 << 1) | (c7 >>> 31))
  const d5 = c3 ^ ((c7 << 1) | (c6 >>> 31))
  const d6 = c4 ^ ((c8 << 1) | (c9 >>> 31))
  const d7 = c5 ^ ((c9 << 1) | (c8 >>> 31))
  const d8 = c6 ^ ((c0 << 1) | (c1 >>> 31))
  const d9 = c7 ^ ((c1 << 1) | (c0 >>> 31))

  // row by row: t after theta, b after rho and pi, then chi, here with iota
  const b0 = a[0] ^ d0
  const b1 = a[1] ^ d1
  const t12 = a[12] ^ d2
  const t13 = a[13] ^ d3
  const b2 = (t13 << 12) | (t12 >>> 20)
  const b3 = (t12 << 12) | (t13 >>> 20)
  const t24 = a[24] ^ d4
  const t25 = a[25] ^ d5
  const b4 = (t25 << 11) | (t24 >>> 21)
  const b5 = (t24 << 11) | (t25 >>> 21)
  const t36 = a[36] ^ d6
  const t37 = a[37] ^ d7
  const b6 = (t36 << 21) | (t37 >>> 11)
  const b7 = (t37 << 21) | (t36 >>> 11)
  const t48 = a[48] ^ d8
  const t49 = a[49] ^ d9
  const b8 = (t48 << 14) | (t49 >>> 18)
  const b9 = (t49 << 14) | (t48 >>> 18)
  to[0] = b0 ^ (~b2 & b4) ^ low
  to[1] = b1 ^ (~b3 & b5) ^ high
  to[2] = b2 ^ (~b4 & b6)
  to[3] = b3 ^ (~b5 & b7)
  to[4] = b4 ^ (~b6 & b8)
  to[5] = b5 ^ (~b7 & b9)
  to[6] = b6 ^ (~b8 & b0)
  to[7] = b7 ^ (~b9 & b1)
  to[8] = b8 ^ (~b0 & b2)
  to[9] = b9 ^ (~b1 & b3)

  const t6 = a[6] ^ d6
  const t7 = a[7] ^ d7
  const b10 = (t6 << 28) | (t7 >>> 4)
  const b11 = (t7 << 28) | (t6 >>> 4)
  const t18 = a[18] ^ d8
  const t19 = a[19] ^ d9
  const b12 = (t18 << 20) | (t19 >>> 12)
  const b13 = (t19 << 20) | (t18 >>> 12)
  const t20 = a[20] ^ d0
  const t21 = a[21] ^ d1
  const b14 = (t20 << 3) | (t21 >>> 29)
  const b15 = (t21 << 3) | (t20 >>> 29)
  const t32 = a[32] ^ d2
  const t33 = a[33] ^ d3
  const b16 = (t33 << 13) | (t32 >>> 19)
  const b17 = (t32 << 13) | (t33 >>> 19)
  const t44 = a[44] ^ d4
  const t45 = a[45] ^ d5
  const b18 = (t45 << 29) | (t44 >>> 3)
  const b19 = (t44 << 29) | (t45 >>> 3)
  to[10] = b10 ^ (~b12 & b14)
  to[11] = b11 ^ (~b13 & b15)
  to[12] = b12 ^ (~b14 & b16)
  to[13] = b13 ^ (~b15 & b17)
  to[14] = b14 ^ (~b16 & b18)
  to[15] = b15 ^ (~b17 & b19)
  to[16] = b16 ^ (~b18 & b10)
  to[17] = b17 ^ (~b19 & b11)
  to[18] = b18 ^ (~b10 & b12)
  to[19] = b19 ^ (~b11 & b13)

  const t2 = a[2] ^ d2
  const t3 = a[3] ^ d3
  const b20 = (t2 << 1) | (t3 >>> 31)
  const b21 = (t3 << 1) | (t2 >>> 31)
  const t14 = a[14] ^ d4
  const t15 = a[15] ^ d5
  const b22 = (t14 << 6) | (t15 >>> 26)
  const b23 = (t15 << 6) | (t14 >>> 26)
  const t26 = a[26] ^ d6
  const t27 = a[27] ^ d7
  const b24 = (t26 << 25) | (t27 >>> 7)
  const b25 = (t27 << 25) | (t26 >>> 7)
  const t38 = a[38] ^ d8
  const t39 = a[39] ^ d9
  const b26 = (t38 << 8) | (t39 >>> 24)
  const b27 = (t39 << 8) | (t38 >>> 24)
  const t40 = a[40] ^ d0
  const t41 = a[41] ^ d1
  const b28 = (t40 << 18) | (t41 >>> 14)
  const b29 = (t41 << 18) | (t40 >>> 14)
  to[20] = b20 ^ (~b22 & b24)
  to[21] = b21 ^ (~b23 & b25)
  to[22] = b22 ^ (~b24 & b26)
  to[23] = b23 ^ (~b25 & b27)
  to[24] = b24 ^ (~b26 & b28)
  to[25] = b25 ^ (~b27 & b29)
  to[26] = b26 ^ (~b28 & b20)
  to[27] = b27 ^ (~b29 & b21)
  to[28] = b28 ^ (~b20 & b22)
  to[29] = b29 ^ (~b21 & b23)

  const t8 = a[8] ^ d8
  const t9 = a[9] ^ d9
  const b30 = (t8 << 27) | (t9 >>> 5)
  const b31 = (t9 << 27) | (t8 >>> 5)
  const t10 = a[10] ^ d0
  const t11 = a[11] ^ d1
  const b32 = (t11 << 4) | (t10 >>> 28)
  const b33 = (t10 << 4) | (t11 >>> 28)
  const t22 = a[22] ^ d2
  const t23 = a[23] ^ d3
  const b34 = (t22 << 10) | (t23 >>> 22)
  const b35 = (t23 << 10) | (t22 >>> 22)
  const t34 = a[34] ^ d4
  const t35 = a[35] ^ d5
  const b36 = (t34 << 15) | (t35 >>> 17)
  const b37 = (t35 << 15) | (t34 >>> 17)
  const t46 = a[46] ^ d6
  const t47 = a[47] ^ d7
  const b38 = (t47 << 24) | (t46 >>> 8)
  const b39 = (t46 << 24) | (t47 >>> 8)
  to[30] = b30 ^ (~b32 & b34)
  to[31] = b31 ^ (~b33 & b35)
  to[32] = b32 ^ (~b34 & b36)
  to[33] = b33 ^ (~b35 & b37)
  to[34] = b34 ^ (~b36 & b38)
  to[35] = b35 ^ (~b37 & b39)
  to[36] = b36 ^ (~b38 & b30)
  to[37] = b37 ^ (~b39 & b31)
  to[38] = b38 ^ (~b30 & b32)
  to[39] = b39 ^ (~b31 & b33)

  const t4 = a[4] ^ d4
  const t5 = a[5] ^ d5
  const b40 = (t5 << 30) | (t4 >>> 2)
  const b41 = (t4 << 30) | (t5 >>> 2)
  const t16 = a[16] ^ d6
  const t17 = a[17] ^ d7
  const b42 = (t17 << 23) | (t16 >>> 9)
  const b43 = (t16 << 23) | (t17 >>> 9)
  const t28 = a[28] ^ d8
  const t29 = a[29] ^ d9
  const b44 = (t29 << 7) | (t28 >>> 25)
  const b45 = (t28 << 7) | (t29 >>> 25)
  const t30 = a[30] ^ d0
  const t31 = a[31] ^ d1
  const b46 = (t31 << 9) | (t30 >>> 23)
  const b47 = (t30 << 9) | (t31 >>> 23)
  const t42 = a[42] ^ d2
  const t43 = a[43] ^ d3
  const b48 = (t42 << 2) | (t43 >>> 30)
  const b49 = (t43 << 2) | (t42 >>> 30)
  to[40] = b40 ^ (~b42 & b44)
  to[41] = b41 ^ (~b43 & b45)
  to[42] = b42 ^ (~b44 & b46)
  to[43] = b43 ^ (~b45 & b47)
  to[44] = b44 ^ (~b46 & b48)
  to[45] = b45 ^ (~b47 & b49)
  to[46] = b46 ^ (~b48 & b40)
  to[47] = b47 ^ (~b49 & b41)
  to[48] = b48 ^ (~b40 & b42)
  to[49] = b49 ^ (~b41 & b43)
}
