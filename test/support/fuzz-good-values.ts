import type { Arbitrary } from 'fast-check';
import type { Field } from './openapi-operations.ts';

/** Values that a route takes, by the names of its fields; from its schema where there is none. */
export type GoodValues = Readonly<Record<string, unknown>>;

/** A value that a field takes: the one that is known, or what its schema says. */
export function goodValue({ name, schema }: Field, good: GoodValues): unknown {
  if (name in good) return good[name];
  if (schema.enum) return schema.enum[0];
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(1, schema.minimum ?? 1);
  if (schema.type === 'boolean') return true;
  if (schema.type === 'array') return ['x'];
  return 'x'.repeat(Math.max(8, schema.minLength ?? 1));
}

/** One of the cases of `fc.oneof`, that often. */
export const sometimes = <T>(weight: number, arbitrary: Arbitrary<T>): { weight: number; arbitrary: Arbitrary<T> } => ({
  weight,
  arbitrary,
});
