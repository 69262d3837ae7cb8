// Stands in for the compiler's <stdatomic.h> where batch_context.c is compiled for the model: each
// atomic step of the very same source becomes a call of the model, which decides whose turn it is.

#ifndef MODEL_STDATOMIC_H
#define MODEL_STDATOMIC_H

#include <stdbool.h>
#include <stdint.h>

typedef enum {
  memory_order_relaxed,
  memory_order_consume,
  memory_order_acquire,
  memory_order_release,
  memory_order_acq_rel,
  memory_order_seq_cst
} memory_order;

#define ATOMIC_INT_LOCK_FREE 2

// What is atomic can only be written by the functions below: anything else does not compile.
#define _Atomic const

typedef const uint32_t *model_place;

void model_init(model_place place, uint32_t value);
uint32_t model_load(model_place place, memory_order order);
void model_store(model_place place, uint32_t value, memory_order order);
uint32_t model_add(model_place place, uint32_t value, memory_order order);
bool model_exchange_if(model_place place, uint32_t *expected, uint32_t desired,
                       memory_order on_success, memory_order on_failure);

#define atomic_init model_init
#define atomic_load_explicit model_load
#define atomic_store_explicit model_store
#define atomic_fetch_add_explicit model_add
#define atomic_fetch_sub_explicit(place, value, order) model_add(place, 0u - (value), order)
#define atomic_compare_exchange_strong_explicit model_exchange_if

#endif
