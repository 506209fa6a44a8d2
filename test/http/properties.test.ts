import { expect } from 'chai';
import fc from 'fast-check';
import { startTestApp, type TestApp } from '../support/app.ts';
import { operations, type Field, type FieldSchema, type Operation } from '../support/openapi-operations.ts';

/** Values that often break servers, for any field. */
const junk = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom(
    '', ' ', '0', '-1', '1.5', '1e999', 'NaN', 'Infinity', '-0', '9007199254740993', '99999999999999999999',
    'null', 'undefined', 'true', '[]', '{}', "' OR 1=1 --", '%00', '\0', '../../etc/passwd', '../', '__proto__', 'constructor',
    '\u202e', '\ud800', '𝒳'.repeat(50), 'a'.repeat(5000), '2024-02-30', '*', '"', 'NEAR(', '-', '&', '?', '#', '/', '%',
  ),
); // prettier-ignore

const json = fc.oneof(
  junk,
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom<unknown>(null, true, -1, 1.5, 1e300, [], {}, [null], { __proto__: null }, ['a'.repeat(100)], [[]]),
);

describe('every route, given arbitrary input', function () {
  let app: TestApp;
  let routes: Operation[];

  before(async () => {
    app = await startTestApp({ photos: 12 });
    routes = await operations(app);
  });
  after(() => app.stop());

  it('is described in the API document', () => {
    expect(routes.length).to.be.greaterThan(20);
  });

  it('names the invalid field', async () => {
    let checked = 0;
    for (const operation of routes.filter((one) => isRepeatable(one) && !one.takesForm)) {
      for (const [kind, fields] of [
        ['query', operation.query],
        ['body', operation.body],
      ] as const) {
        for (const field of fields) {
          for (const wrong of valuesAgainst(field, kind)) {
            const good = goodValues(operation.body);
            const asked = kind === 'query' ? { [field.name]: String(wrong) } : {};
            const answer = await app.call(
              operation.method,
              fill(operation, {}, { ...goodTexts(operation.query), ...asked }),
              {
                as: callerOf(operation),
                ...(operation.hasBody ? { payload: kind === 'body' ? { ...good, [field.name]: wrong } : good } : {}),
              },
            );
            const where = `${operation.method} ${operation.template} ${field.name}=${JSON.stringify(wrong)}`;
            expect(answer.statusCode, `${where}: ${answer.payload}`).to.equal(400);
            expect((JSON.parse(answer.payload) as { detail: string }).detail, where).to.include(field.name);
            checked += 1;
          }
        }
      }
    }
    expect(checked).to.be.greaterThan(30);
  });

  it('rejects unknown fields', async () => {
    // The excluded route needs a pending sign-in, which nobody has here; a token does not open it.
    const open = routes.filter(({ template }) => template !== '/api/auth/login/2fa');
    for (const operation of open.filter((one) => isRepeatable(one) && !one.takesForm)) {
      const query = await app.call(operation.method, fill(operation, {}, { surprise: '1' }), {
        as: callerOf(operation),
        ...(operation.hasBody ? { payload: {} } : {}),
      });
      expect(query.statusCode, `${operation.method} ${operation.template}`).to.equal(400);
      if (!operation.hasBody) continue;
      const good = goodValues(operation.body);
      const body = await app.call(operation.method, fill(operation, {}, {}), {
        as: callerOf(operation),
        payload: { ...good, surprise: 1 },
      });
      expect(body.statusCode, `${operation.method} ${operation.template}: ${body.payload}`).to.equal(400);
      expect(body.payload).to.include('surprise');
    }
  });

  // Last, because some of its requests end the session that all tests use.
  it('answers with a message, and never with a server error', async () => {
    const call = fc.constantFrom(...routes).chain((operation) =>
      fc.record({
        operation: fc.constant(operation),
        path: fc.dictionary(fc.constantFrom(...names(operation.path), 'none'), junk),
        query: fc.dictionary(
          fc.oneof(fc.constantFrom(...names(operation.query), 'none'), fc.string({ maxLength: 8 })),
          junk,
          {
            maxKeys: 4,
          },
        ),
        body: fc.oneof(
          fc.dictionary(
            fc.oneof(fc.constantFrom(...names(operation.body), 'none'), fc.string({ maxLength: 8 })),
            json,
            {
              maxKeys: 4,
            },
          ),
          json,
        ),
      }),
    );
    await fc.assert(
      fc.asyncProperty(call, async ({ operation, path, query, body }) => {
        const answer = await app.call(operation.method, fill(operation, path, query), {
          as: callerOf(operation),
          ...(operation.hasBody ? { payload: body } : {}),
        });
        expectInWords(answer);
      }),
      { numRuns: 1500 },
    );
  });
});

/** Signing out ends the caller's session, so another user does it. */
function callerOf(operation: Operation): 'read' | 'admin' {
  return operation.template === '/api/auth/logout' ? 'read' : 'admin';
}

/** Whether signing out is accepted a second time depends on the caller, not on the input. */
function isRepeatable(operation: Operation): boolean {
  return operation.template !== '/api/auth/logout';
}

function names(fields: readonly Field[]): string[] {
  return fields.map((field) => field.name);
}

function fill(operation: Operation, path: Record<string, string>, query: Record<string, string>): string {
  const filled = operation.template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const field = operation.path.find((one) => one.name === name);
    return encode(path[name] ?? (field?.schema.type === 'integer' ? idFor(operation) : 'x'));
  });
  const search = Object.entries(query).map(([name, value]) => `${encode(name)}=${encode(value)}`);
  return search.length === 0 ? filled : `${filled}?${search.join('&')}`;
}

/** The first user is the caller, who must not be signed out. */
function idFor(operation: Operation): string {
  return operation.template.startsWith('/api/admin/users/') ? '99' : '1';
}

/** Like encodeURIComponent, but lone surrogates become the replacement character, as browsers send them. */
function encode(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString());
}

function expectInWords(answer: { statusCode: number; payload: string; headers: Record<string, unknown> }): void {
  expect(answer.statusCode, answer.payload).to.be.lessThan(500);
  if (answer.statusCode < 400) return;
  const body = JSON.parse(answer.payload) as Record<string, unknown>;
  expect(Object.keys(body)).to.deep.equal(['detail']);
  expect(body['detail']).to.be.a('string').and.not.empty;
  expect(body['detail']).to.not.match(/SQLITE|node_modules|\.ts\b|at Object\./);
  if (answer.statusCode === 401) expect(answer.headers['www-authenticate']).to.equal('Bearer');
}

/** Values in a format that the schema does not describe. */
const known: Readonly<Record<string, unknown>> = { day: '2024-05-02' };

/** The required fields with valid values. */
function goodValues(fields: readonly Field[]): Record<string, unknown> {
  return Object.fromEntries(
    fields.filter(({ required }) => required).map(({ name, schema }) => [name, known[name] ?? valueFor(schema)]),
  );
}

function goodTexts(fields: readonly Field[]): Record<string, string> {
  return Object.fromEntries(Object.entries(goodValues(fields)).map(([name, value]) => [name, String(value)]));
}

/** A value that matches a schema. */
function valueFor({ type, ...rest }: FieldSchema): unknown {
  // For nullable fields, a value of the other type.
  if (typeof type === 'object') return valueFor({ ...rest, ...(type[0] && { type: type[0] }) });
  const schema = { ...rest, type };
  if (schema.enum) return schema.enum[0];
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1;
  if (schema.type === 'boolean') return true;
  if (schema.type === 'object') return {};
  // Distinct items, as some lists must not have duplicates.
  if (schema.type === 'array') {
    return Array.from({ length: schema.minItems ?? 0 }, (_, at) => {
      const value = valueFor(schema.items ?? {});
      if (typeof value === 'string' && schema.items?.enum === undefined) return value + 'y'.repeat(at);
      return typeof value === 'number' ? value + at : value;
    });
  }
  return 'x'.repeat(Math.max(8, schema.minLength ?? 1));
}

/** Values that violate the field's schema. */
function valuesAgainst(field: Field, kind: 'query' | 'body'): unknown[] {
  const { schema } = field;
  const wrong: unknown[] = [];
  if (schema.type === 'integer') wrong.push(kind === 'query' ? 'three' : { a: 1 }, 1.5);
  if (schema.type === 'number') wrong.push(kind === 'query' ? 'three' : { a: 1 });
  if (schema.type === 'boolean') wrong.push('perhaps', kind === 'query' ? '2' : 2);
  if (schema.type === 'array') wrong.push(kind === 'query' ? '' : 'not a list');
  if (schema.enum) wrong.push('none-of-them');
  if (schema.type === 'string' && kind === 'body') wrong.push(7, null, ['x']);
  if (schema.maximum !== undefined && schema.maximum < Number.MAX_SAFE_INTEGER) wrong.push(schema.maximum + 1);
  if (schema.minimum !== undefined && schema.minimum > Number.MIN_SAFE_INTEGER) wrong.push(schema.minimum - 1);
  if (schema.maxLength !== undefined) wrong.push('x'.repeat(schema.maxLength + 1));
  return wrong;
}
