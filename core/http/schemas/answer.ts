import Joi from 'joi';

declare const type: unique symbol;
declare const left: unique symbol;
declare const given: unique symbol;

/** A schema that accepts exactly the values of a type; created only by the functions in this folder. */
export type Of<T, S extends Joi.AnySchema = Joi.AnySchema> = Typed<T> & S;

interface Typed<T> {
  readonly [type]: (value: T) => T;
  required(): this & Given;
  default(value: T): this & Given;
}

/** The schema of a field that is required or has a default. */
interface Given {
  readonly [given]: true;
}

/** The type of the values that a schema accepts. */
export type Value<S> = S extends { readonly [type]: (value: infer T) => unknown } ? T : never;

/** The schema of an optional field. */
type Optional<T> = Of<T> & { readonly [left]: true };

type AnyFields = Readonly<Record<string, Joi.AnySchema & { readonly [type]: unknown }>>;

/** The type of the object that has these fields. */
type ObjectOf<F> = Flat<
  { [K in keyof F as F[K] extends { readonly [left]: true } ? never : K]: Value<F[K]> } & {
    [K in keyof F as F[K] extends { readonly [left]: true } ? K : never]?: Value<F[K]>;
  }
>;
type Flat<T> = { [K in keyof T]: T[K] };

/** The type of the input that has these parameters or fields. */
export type InputOf<F> = Flat<
  { [K in keyof F as F[K] extends Given ? K : never]: Value<F[K]> } & {
    [K in keyof F as F[K] extends Given ? never : K]?: Value<F[K]>;
  }
>;

/** A schema for each field of a type; `optional` for exactly the fields that may be missing. */
type Fields<T> = {
  readonly [K in keyof T]-?: object extends Pick<T, K>
    ? Optional<Exclude<T[K], undefined>>
    : Of<T[K]> & { readonly [left]?: never };
};

/**
 * The schema of a route's answer, from which its wire type follows. An answer that has a type of the domain names it: if a
 * field is added, removed or changed on one side only, the code no longer compiles. Every field is marked as required, since
 * the API document cannot express a default presence.
 */
export function answer<F extends AnyFields>(fields: F): Of<ObjectOf<F>, Joi.ObjectSchema>;
export function answer<T extends object = never>(fields: NoInfer<Fields<T>>): Of<T, Joi.ObjectSchema>;
export function answer(fields: object): Joi.ObjectSchema {
  return Joi.object(required(fields));
}

/** The fields of another answer, plus further ones. */
export function extended<Base extends object, F extends AnyFields>(
  base: Of<Base, Joi.ObjectSchema>,
  fields: F & { readonly [K in keyof Base]?: never },
): Of<Flat<Base & ObjectOf<F>>, Joi.ObjectSchema>;
export function extended<T extends Base, Base extends object>(
  base: Of<Base, Joi.ObjectSchema>,
  fields: Fields<Omit<T, keyof Base>>,
): Of<T, Joi.ObjectSchema>;
export function extended(base: Joi.ObjectSchema, fields: object): Joi.ObjectSchema {
  return base.append(required(fields));
}

/**
 * The schema of the parameters or the body of a request, from which the type of the input follows. Unlike in an answer, a
 * field may be missing unless it is required or has a default.
 */
export const fields = <F extends AnyFields>(schemas: F): Of<InputOf<F>, Joi.ObjectSchema> => of(Joi.object(schemas));

function required(fields: object): Joi.SchemaMap {
  const schemas = Object.entries(fields) as [string, Joi.AnySchema][];
  return Object.fromEntries(
    schemas.map(([name, schema]) => [name, schema.$_getFlag('presence') === 'optional' ? schema : schema.required()]),
  );
}

/** Declares the type of a schema that TypeScript cannot infer. */
export const of = <T, S extends Joi.AnySchema>(schema: S): Of<T, S> => schema as Of<T, S>;

export const optional = <T>(schema: Of<T>): Optional<T> => schema.optional() as Optional<T>;

export const nullable = <T>(schema: Of<T>): Of<T | null> => of(schema.allow(null));

export const list = <T>(item: Of<T>): Of<T[], Joi.ArraySchema> => of(Joi.array().items(item));

export const oneOf = <const T extends string>(...values: readonly T[]): Of<T> => of(Joi.string().valid(...values));

export const either = <A, B>(first: Of<A>, second: Of<B>): Of<A | B> => of(Joi.alternatives(first, second));
