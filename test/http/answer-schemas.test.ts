import { expect } from 'chai';
import Joi from 'joi';
import { answer, extended, list, nullable, oneOf, optional } from '../../core/http/schemas/answer.ts';
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

describe('the schema of an answer', () => {
  const base = answer<Base>({ a: count });
  const e = list(answer<Whole['e'][number]>({ f: boolean }));
  const others = { b: nullable(word), c: optional(word), d: oneOf('x', 'y'), e };
  const whole = extended<Whole, Base>(base, others);

  it('lets through what is of its type, and nothing else', () => {
    const good = { a: 1, b: null, d: 'x', e: [{ f: true }] };
    const passes = (value: object): boolean => whole.validate(value).error === undefined;
    expect(passes(good)).to.equal(true);
    expect(passes({ ...good, c: 'text' })).to.equal(true);
    for (const name of Object.keys(good)) expect(passes({ ...good, [name]: undefined }), name).to.equal(false);
    for (const bad of [{ a: null }, { d: 'z' }, { e: [{}] }, { g: 1 }]) {
      expect(passes({ ...good, ...bad }), JSON.stringify(bad)).to.equal(false);
    }
  });

  it('does not compile where it and the type are not the same', () => {
    const all = { a: count, ...others };
    const schemas = [
      answer<Whole>(all),
      // @ts-expect-error a field less
      answer<Whole>({ a: count, b: nullable(word), c: optional(word), d: oneOf('x', 'y') }),
      // @ts-expect-error a field more
      answer<Whole>({ ...all, g: count }),
      // @ts-expect-error never null
      answer<Whole>({ ...all, b: word }),
      // @ts-expect-error sometimes null
      answer<Whole>({ ...all, a: nullable(count) }),
      // @ts-expect-error always there
      answer<Whole>({ ...all, c: word }),
      // @ts-expect-error not always there
      answer<Whole>({ ...all, a: optional(count) }),
      // @ts-expect-error a value less
      answer<Whole>({ ...all, d: oneOf('x') }),
      // @ts-expect-error any text at all
      answer<Whole>({ ...all, d: word }),
      // @ts-expect-error of another kind
      answer<Whole>({ ...all, a: text }),
      // @ts-expect-error items of another type
      answer<Whole>({ ...all, e: list(base) }),
      // @ts-expect-error of no type that is known
      answer<Whole>({ ...all, a: Joi.number() }),
      // @ts-expect-error a field less than the type has beside its base
      extended<Whole, Base>(base, { b: nullable(word), c: optional(word), d: oneOf('x', 'y') }),
      answer<Whole>({ ...all, e: list(answer({ f: boolean })) }),
      // @ts-expect-error items with a field more
      answer<Whole>({ ...all, e: list(answer({ f: boolean, g: boolean })) }),
      // @ts-expect-error items with a field less
      answer<Whole>({ ...all, e: list(answer({})) }),
      // @ts-expect-error nobody says of which type
      answer({ a: count }),
      // @ts-expect-error a field of the base
      extended<Whole, Base>(base, { ...others, a: count }),
    ];
    expect(schemas).to.have.length(18);
  });
});
