import * as z from 'zod';
import { type LineFilter, PatternSchema } from '../../shared/ipc/console-rows.js';

/** Lines with the expression alone are shown, or they are not. */
export const FILTER_KINDS = ['include', 'exclude'] as const;
export type FilterKind = (typeof FILTER_KINDS)[number];

/** One expression of the filter, which can be switched off and stays at hand. */
export const FilterSchema = z.object({ kind: z.enum(FILTER_KINDS), pattern: PatternSchema, on: z.boolean() });
export type Filter = z.infer<typeof FilterSchema>;

/** What of the filters counts now. */
export function lineFilter(filters: readonly Filter[], ignoreCase: boolean): LineFilter {
  const on = (kind: FilterKind): string[] =>
    filters.filter((filter) => filter.on && filter.kind === kind).map(({ pattern }) => pattern);
  return { include: on('include'), exclude: on('exclude'), ignoreCase };
}

const isSame = (one: Filter, other: Filter): boolean =>
  one.kind === other.kind && one.pattern === other.pattern;

/** With a filter that is on; one that was there before is switched on. */
export const withFilter = (filters: readonly Filter[], added: Omit<Filter, 'on'>): Filter[] => {
  const filter = { ...added, on: true };
  return filters.some((one) => isSame(one, filter))
    ? filters.map((one) => (isSame(one, filter) ? filter : one))
    : [...filters, filter];
};

/** With the filter switched on, or off. */
export const switched = (filters: readonly Filter[], filter: Filter): Filter[] =>
  filters.map((one) => (one === filter ? { ...one, on: !one.on } : one));
