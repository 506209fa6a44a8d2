import Joi from 'joi';

declare const type: unique symbol;
declare const left: unique symbol;

/** A schema that lets through what is of a type, no more and no less; made by the functions and parts beside it. */
export type Of<T, S extends Joi.AnySchema = Joi.AnySchema> = S & { readonly [type]: (value: T) => T };

/** Of a field that may be left out. */
type Optional<T> = Of<T> & { readonly [left]: true };

/** A schema for each field of a type; `optional` for exactly the fields that may be absent. */
type Fields<T> = {
  readonly [K in keyof T]-?: object extends Pick<T, K>
    ? Optional<Exclude<T[K], undefined>>
    : Of<T[K]> & { readonly [left]?: never };
};

/**
 * What a route answers, as the type of the wire says: where either gets a field, loses one, or has it of another type, the
 * other no longer compiles. Within another answer the type need not be said. Each field says itself that it is required:
 * the API document knows nothing of preferences.
 */
export function answer<T extends object = never>(fields: NoInfer<Fields<T>>): Of<T, Joi.ObjectSchema> {
  return of(Joi.object(required(fields)));
}

/** The fields of another answer, and more. */
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

/** Says of a schema what it lets through, where only joi knows. */
export const of = <T, S extends Joi.AnySchema>(schema: S): Of<T, S> => schema as Of<T, S>;

export const optional = <T>(schema: Of<T>): Optional<T> => schema.optional() as Optional<T>;

export const nullable = <T>(schema: Of<T>): Of<T | null> => of(schema.allow(null));

export const list = <T>(item: Of<T>): Of<T[], Joi.ArraySchema> => of(Joi.array().items(item));

export const oneOf = <const T extends string>(...values: readonly T[]): Of<T> => of(Joi.string().valid(...values));

/** As `description`, where the type of what is described is known from around it. */
export const described = <T>(schema: Of<T>, text: string): Of<T> => schema.description(text);

export const either = <A, B>(one: Of<A>, other: Of<B>): Of<A | B> => of(Joi.alternatives(one, other));
