import type { Arbitrary } from 'fast-check';
import type { Field } from './openapi-operations.ts';

/** Valid values of a route's fields, by name. Others are made from the schema. */
export type GoodValues = Readonly<Record<string, unknown>>;

/** A valid value of a field: the known one, or one that fits its schema. */
export function goodValue({ name, schema }: Field, good: GoodValues): unknown {
  if (name in good) return good[name];
  if (schema.enum) return schema.enum[0];
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(1, schema.minimum ?? 1);
  if (schema.type === 'boolean') return true;
  if (schema.type === 'array') return ['x'];
  return 'x'.repeat(Math.max(8, schema.minLength ?? 1));
}

/** A case of `fc.oneof` with its weight. */
export const sometimes = <T>(weight: number, arbitrary: Arbitrary<T>): { weight: number; arbitrary: Arbitrary<T> } => ({
  weight,
  arbitrary,
});
