import type { Schema, SchemaResult } from '../plugin-route.ts';

/** The validated value of one part of a request, or the message with which the server rejects it. */
export type Input = { readonly value: unknown } | { readonly refusal: string };

/** Checks one part of a request. */
export type InputCheck = (value: unknown) => Input | Promise<Input>;

type Issue = NonNullable<SchemaResult['issues']>[number];

/**
 * For query and path parameters, which are text: numbers and booleans are parsed. Without a schema, no parameter is
 * accepted.
 */
export const checkOfText = (schema: Schema | undefined): InputCheck => checkOf(schema, true);

/**
 * For JSON bodies, in which `"5"` is not a number. An absent body counts as an empty object. Without a schema, no field is
 * accepted.
 */
export function checkOfBody(schema: Schema | undefined): InputCheck {
  const check = checkOf(schema, false);
  return (value) => {
    const body = value === undefined ? {} : value;
    if (typeof body !== 'object' || body === null || Array.isArray(body))
      return { refusal: 'The body must be a JSON object.' };
    return check(body);
  };
}

function checkOf(schema: Schema | undefined, convert: boolean): InputCheck {
  if (!schema) return nothing;
  const validate = schema['~standard'].validate as (
    value: unknown,
    options: object,
  ) => SchemaResult | Promise<SchemaResult>;
  // Options for joi. Other schema libraries ignore them.
  const joi = { convert, errors: { wrap: { label: false, array: false } } };
  const options = { libraryOptions: joi };
  return (value) => {
    const result = validate(value, options);
    if (result instanceof Promise) return result.then(inputOf);
    // Messages make a validation several times slower, so only what is rejected is validated with them.
    const told = result.issues ? validate(value, { libraryOptions: { ...joi, messages } }) : result;
    // A schema of another library may be asynchronous, or accept the value this time.
    return inputOf(told instanceof Promise || !told.issues ? result : told);
  };
}

/** Sentences instead of those of joi's that speak of a "value", "peers" or a regular expression. */
const messages = {
  'number.unsafe': '{{#label}} is out of range',
  'object.and': '{{#presentWithLabels}} needs {{#missingWithLabels}} as well',
  'object.missing': 'One of {{#peersWithLabels}} is required',
  'object.oxor': '{{#presentWithLabels}} cannot be sent together',
  'object.with': '{{#mainWithLabel}} needs {{#peerWithLabel}} as well',
  'object.without': '{{#mainWithLabel}} and {{#peerWithLabel}} cannot be sent together',
  'object.xor': '{{#presentWithLabels}} cannot be sent together',
  'string.pattern.name': '{{#label}} must be {{#name}}',
};

function nothing(value: unknown): Input {
  const [name] = Object.keys(value ?? {});
  if (name === undefined) return { value: {} };
  return { refusal: sentence({ message: `${name} is not allowed`, path: [name] }) };
}

function inputOf(result: SchemaResult): Input {
  const [issue] = result.issues ?? [];
  return issue ? { refusal: sentence(issue) } : { value: (result as { value: unknown }).value };
}

/** Maximum characters of a message: it need not repeat long names from the request. */
const longestMessage = 300;

/** Adds the field's name, which not every schema library does. */
function sentence({ message, path }: Issue): string {
  // For `?=5` and `{"": 5}`: a sentence cannot begin with an empty name.
  if (path?.at(-1) === '') return 'A field without a name is not allowed.';
  const field = (path ?? [])
    .map((step) => (typeof step === 'object' ? step.key : step))
    .map((step, depth) => (typeof step === 'number' ? `[${step}]` : `${depth > 0 ? '.' : ''}${String(step)}`))
    .join('');
  const fullMessage = field === '' || message.includes(field) ? message : `${field}: ${message}`;
  if (fullMessage.length > longestMessage) return `${fullMessage.slice(0, longestMessage)}….`;
  return fullMessage.endsWith('.') ? fullMessage : `${fullMessage}.`;
}
