import type { Bug } from '../../../fixtures/rules-bugs.js';

/** A list whose index nothing holds against the size of its array. */
export const UNGUARDED: Bug = {
  kind: '',
  header: [
    '#include <stdint.h>',
    '#include <stdbool.h>',
    '#define SLOTS 4',
    'struct list { uint8_t slot[SLOTS]; uint8_t used; uint8_t full; };',
    'bool list_add(struct list *l, uint8_t v);',
  ].join('\n'),
  source:
    '#include "unit.h"\nbool list_add(struct list *l, uint8_t v) {\n    l->slot[l->used++] = v;\n    return true;\n}\n',
  cases:
    'struct list l = {{0}, 0, 0}; for (int i = 0; i < 4; i++) list_add(&l, 9); CHECK("list_refuses", !list_add(&l, 9));',
  heldOut: '',
  right: ['', ''],
};
