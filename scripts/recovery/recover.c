/*
 * Recovery of a key by libsecp256k1, and nothing else of it: what
 * secp256k1_ecdsa_sig_recover does, without a context and with no import.
 */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Its reports of broken invariants would bring half a C library. */
#define fprintf(...) 0
#define abort() __builtin_trap()
#define malloc(size) NULL
#define realloc(from, size) NULL
#define free(room)

#include "secp256k1.h"
#include "util.h"
#include "field_impl.h"
#include "scalar_impl.h"
#include "group_impl.h"
#include "scratch_impl.h"
#include "ecmult_impl.h"

#define EXPORT(name) __attribute__((export_name(name)))

static unsigned char table[SECP256K1_ECMULT_CONTEXT_PREALLOCATED_SIZE + 64]
    __attribute__((aligned(16)));
static secp256k1_ecmult_context context;

/* What is given: hash, r and s. What is found: x and y of the key. */
static unsigned char buffer[5 * 32];

EXPORT("buffer") unsigned char *bufferAt(void) { return buffer; }

/* 1 where there is such a key, 0 where no key signs so. */
EXPORT("recover") int recover(int parity) {
  secp256k1_scalar r, s, hash, inverse, ofBase, ofPoint;
  secp256k1_fe x;
  secp256k1_ge point;
  secp256k1_gej pointj, key;
  int overflow = 0;

  if (!secp256k1_ecmult_context_is_built(&context)) {
    void *room = table;
    secp256k1_ecmult_context_init(&context);
    secp256k1_ecmult_context_build(&context, &room);
  }
  secp256k1_scalar_set_b32(&hash, buffer, NULL);
  secp256k1_scalar_set_b32(&r, buffer + 32, &overflow);
  if (overflow || secp256k1_scalar_is_zero(&r)) return 0;
  secp256k1_scalar_set_b32(&s, buffer + 64, &overflow);
  if (overflow || secp256k1_scalar_is_zero(&s)) return 0;
  if (!secp256k1_fe_set_b32(&x, buffer + 32)) return 0;
  if (!secp256k1_ge_set_xo_var(&point, &x, parity & 1)) return 0;
  secp256k1_gej_set_ge(&pointj, &point);
  secp256k1_scalar_inverse_var(&inverse, &r);
  secp256k1_scalar_mul(&ofBase, &inverse, &hash);
  secp256k1_scalar_negate(&ofBase, &ofBase);
  secp256k1_scalar_mul(&ofPoint, &inverse, &s);
  secp256k1_ecmult(&context, &key, &pointj, &ofPoint, &ofBase);
  if (secp256k1_gej_is_infinity(&key)) return 0;
  secp256k1_ge_set_gej_var(&point, &key);
  secp256k1_fe_normalize_var(&point.x);
  secp256k1_fe_normalize_var(&point.y);
  secp256k1_fe_get_b32(buffer + 96, &point.x);
  secp256k1_fe_get_b32(buffer + 128, &point.y);
  return 1;
}
