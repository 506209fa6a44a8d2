import Joi from 'joi';

declare const type: unique symbol;
declare const left: unique symbol;

/** A schema that accepts exactly the values of a type; created only by the functions in this folder. */
export type Of<T, S extends Joi.AnySchema = Joi.AnySchema> = S & { readonly [type]: (value: T) => T };

/** The schema of an optional field. */
type Optional<T> = Of<T> & { readonly [left]: true };

/** A schema for each field of a type; `optional` for exactly the fields that may be missing. */
type Fields<T> = {
  readonly [K in keyof T]-?: object extends Pick<T, K>
    ? Optional<Exclude<T[K], undefined>>
    : Of<T[K]> & { readonly [left]?: never };
};

/**
 * The schema of a route's answer, tied to its wire type: if a field is added, removed or changed on one side only, the code
 * no longer compiles. A nested answer needs no explicit type. Every field is marked as required, since the API document
 * cannot express a default presence.
 */
export function answer<T extends object = never>(fields: NoInfer<Fields<T>>): Of<T, Joi.ObjectSchema> {
  return of(Joi.object(required(fields)));
}

/** The fields of another answer, plus further ones. */
export function extended<T extends Base, Base extends object>(
  base: Of<Base, Joi.ObjectSchema>,
  fields: Fields<Omit<T, keyof Base>>,
): Of<T, Joi.ObjectSchema> {
  return of(base.append(required(fields)));
}

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

/** Like `description`, but keeps a type that is inferred from the context. */
export const described = <T>(schema: Of<T>, text: string): Of<T> => schema.description(text);

export const either = <A, B>(first: Of<A>, second: Of<B>): Of<A | B> => of(Joi.alternatives(first, second));
