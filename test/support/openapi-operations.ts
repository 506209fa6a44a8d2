import type { TestApp } from './app.ts';

export interface FieldSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly items?: FieldSchema;
}

export interface Field {
  readonly name: string;
  readonly required: boolean;
  readonly schema: FieldSchema;
}

/** One method of a path in the API document. */
export interface Operation {
  readonly method: string;
  /** The path with parameters in braces. */
  readonly template: string;
  readonly path: readonly Field[];
  readonly query: readonly Field[];
  readonly body: readonly Field[];
  readonly hasBody: boolean;
  /** Whether it accepts a form with files instead of JSON. */
  readonly takesForm: boolean;
}

interface Document {
  paths: Record<string, Record<string, DocumentedOperation>>;
}

interface DocumentedOperation {
  parameters?: { name: string; in: string; required?: boolean; schema: FieldSchema }[];
  requestBody?: {
    content: { 'application/json'?: { schema: { properties?: Record<string, FieldSchema>; required?: string[] } } };
  };
}

/** All operations in the server's own API document. */
export async function operations(app: TestApp): Promise<Operation[]> {
  const answer = await app.call('GET', '/api/openapi.json');
  const document = JSON.parse(answer.payload) as Document;
  return Object.entries(document.paths).flatMap(([template, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const parameters = (place: string): Field[] =>
        (operation.parameters ?? [])
          .filter((parameter) => parameter.in === place)
          .map(({ name, required, schema }) => ({ name, required: required ?? false, schema }));
      const body = operation.requestBody?.content['application/json']?.schema;
      return {
        method: method.toUpperCase(),
        template,
        path: parameters('path'),
        query: parameters('query'),
        body: Object.entries(body?.properties ?? {}).map(([name, schema]) => ({
          name,
          schema,
          required: body?.required?.includes(name) ?? false,
        })),
        hasBody: body !== undefined,
        takesForm: operation.requestBody !== undefined && body === undefined,
      };
    }),
  );
}
