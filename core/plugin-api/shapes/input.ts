import type { Schema, SchemaResult } from '../plugin-route.ts';

/** What a schema makes of one part of a request, or the sentence with which the server refuses it. */
export type Input = { readonly value: unknown } | { readonly refusal: string };

/** Checks one part of a request. */
export type InputCheck = (value: unknown) => Input | Promise<Input>;

type Issue = NonNullable<SchemaResult['issues']>[number];

/** Query and path parameters are text: their numbers and booleans have to be read from it. Without a schema, there are none. */
export const checkOfText = (schema: Schema | undefined): InputCheck => checkOf(schema, true);

/** JSON says itself what is a number: `"5"` is none. No body is one without fields, and so is what no schema asks for. */
export function checkOfBody(schema: Schema | undefined): InputCheck {
  const check = checkOf(schema, false);
  return (value) => {
    const body = value ?? {};
    if (typeof body !== 'object' || Array.isArray(body)) return { refusal: 'The body must be a JSON object.' };
    return check(body);
  };
}

function checkOf(schema: Schema | undefined, convert: boolean): InputCheck {
  if (!schema) return nothing;
  const validate = schema['~standard'].validate as (
    value: unknown,
    options: object,
  ) => SchemaResult | Promise<SchemaResult>;
  // What joi is told; schemas of other makes do not look at it.
  const options = { libraryOptions: { convert, errors: { wrap: { label: false } } } };
  return (value) => {
    const result = validate(value, options);
    return result instanceof Promise ? result.then(inputOf) : inputOf(result);
  };
}

function nothing(value: unknown): Input {
  const [name] = Object.keys(value ?? {});
  if (name === undefined) return { value: {} };
  return { refusal: sentence({ message: `${name} is not allowed`, path: [name] }) };
}

function inputOf(result: SchemaResult): Input {
  const [issue] = result.issues ?? [];
  return issue ? { refusal: sentence(issue) } : { value: (result as { value: unknown }).value };
}

/** Characters of a message: long names that were sent need not come back whole. */
const longestMessage = 300;

/** Names the field, which not every make of schema does itself. */
function sentence({ message, path }: Issue): string {
  // Of `?=5`, and `{"": 5}`: a sentence cannot begin with its name.
  if (path?.at(-1) === '') return 'A field without a name is not allowed.';
  const field = (path ?? [])
    .map((step) => (typeof step === 'object' ? step.key : step))
    .map((step, depth) => (typeof step === 'number' ? `[${step}]` : `${depth > 0 ? '.' : ''}${String(step)}`))
    .join('');
  const named = field === '' || message.includes(field) ? message : `${field}: ${message}`;
  if (named.length > longestMessage) return `${named.slice(0, longestMessage)}….`;
  return named.endsWith('.') ? named : `${named}.`;
}
