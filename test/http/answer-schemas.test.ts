import { expect } from 'chai';
import Joi from 'joi';
import { answer, extended, list, nullable, oneOf, optional, type Of } from '../../core/http/schemas/answer.ts';
import { boolean, count, text, word } from '../../core/http/schemas/parts.ts';

interface Base {
  a: number;
}

interface Whole extends Base {
  b: string | null;
  c?: string;
  d: 'x' | 'y';
  e: { f: boolean }[];
}

describe('the schema of a response', () => {
  const base = answer<Base>({ a: count });
  const e = list(answer<Whole['e'][number]>({ f: boolean }));
  const others = { b: nullable(word), c: optional(word), d: oneOf('x', 'y'), e };
  const whole = extended<Whole, Base>(base, others);

  it('accepts values of its type and nothing else', () => {
    const good = { a: 1, b: null, d: 'x', e: [{ f: true }] };
    const passes = (value: object): boolean => whole.validate(value).error === undefined;
    expect(passes(good)).to.equal(true);
    expect(passes({ ...good, c: 'text' })).to.equal(true);
    for (const name of Object.keys(good)) expect(passes({ ...good, [name]: undefined }), name).to.equal(false);
    for (const bad of [{ a: null }, { d: 'z' }, { e: [{}] }, { g: 1 }]) {
      expect(passes({ ...good, ...bad }), JSON.stringify(bad)).to.equal(false);
    }
  });

  it('does not compile if it differs from its type', () => {
    const all = { a: count, ...others };
    const schemas = [
      answer<Whole>(all),
      // @ts-expect-error a field is missing
      answer<Whole>({ a: count, b: nullable(word), c: optional(word), d: oneOf('x', 'y') }),
      // @ts-expect-error an extra field
      answer<Whole>({ ...all, g: count }),
      // @ts-expect-error should be nullable
      answer<Whole>({ ...all, b: word }),
      // @ts-expect-error should not be nullable
      answer<Whole>({ ...all, a: nullable(count) }),
      // @ts-expect-error should be optional
      answer<Whole>({ ...all, c: word }),
      // @ts-expect-error should not be optional
      answer<Whole>({ ...all, a: optional(count) }),
      // @ts-expect-error a value is missing
      answer<Whole>({ ...all, d: oneOf('x') }),
      // @ts-expect-error any string instead of two values
      answer<Whole>({ ...all, d: word }),
      // @ts-expect-error a string instead of a number
      answer<Whole>({ ...all, a: text }),
      // @ts-expect-error items of another type
      answer<Whole>({ ...all, e: list(base) }),
      // @ts-expect-error a schema without a known type
      answer<Whole>({ ...all, a: Joi.number() }),
      // @ts-expect-error a field that the type adds to its base is missing
      extended<Whole, Base>(base, { b: nullable(word), c: optional(word), d: oneOf('x', 'y') }),
      answer<Whole>({ ...all, e: list(answer({ f: boolean })) }),
      // @ts-expect-error items with an extra field
      answer<Whole>({ ...all, e: list(answer({ f: boolean, g: boolean })) }),
      // @ts-expect-error items without their field
      answer<Whole>({ ...all, e: list(answer({})) }),
      // @ts-expect-error a field that the base already has
      extended<Whole, Base>(base, { ...others, a: count }),
    ];
    expect(schemas).to.have.length(17);
  });

  it('has the type that follows from its fields, unless another one is given', () => {
    const schemas: Of<Whole>[] = [
      extended(answer({ a: count }), others),
      // @ts-expect-error a field is missing
      answer({ a: count }),
      // @ts-expect-error should be nullable
      answer({ a: count, ...others, b: word }),
      // @ts-expect-error should be optional
      answer({ a: count, ...others, c: word }),
      // @ts-expect-error any string instead of two values
      answer({ a: count, ...others, d: word }),
      // @ts-expect-error items of another type
      extended(answer({ a: count }), { ...others, e: list(answer({ a: count })) }),
    ];
    expect(schemas).to.have.length(6);
    // @ts-expect-error a schema without a known type
    expect(answer({ a: Joi.number() }).validate({ a: 1 }).error).to.equal(undefined);
  });
});
