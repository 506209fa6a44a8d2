import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { describeSecondFactor } from '../../../core/plugin-api/contract-tests.ts';
import type { SecondFactor } from '../../../core/plugin-api/index.ts';
import { runContract } from '../../support/contract-run.ts';
import { ChallengingFactor, type Riddle } from './challenging-factor.ts';
import { MemorySecondFactor } from './memory-plugins.ts';

/** One whose codes are typed. */
function typed(broken: (good: MemorySecondFactor) => Partial<SecondFactor> = () => ({}), right = '123456'): () => void {
  return () => {
    describeSecondFactor(() => {
      const good = new MemorySecondFactor();
      good.codes.set(1, new Set([right, 'recovery']));
      const secondFactor: SecondFactor = Object.assign(good, broken(good));
      return { secondFactor, enrolledUserId: 1, otherUserId: 2, code: () => right };
    });
  };
}

/** One whose codes answer a challenge. */
function challenging(broken: (good: ChallengingFactor) => Partial<SecondFactor> = () => ({})): () => void {
  return () => {
    describeSecondFactor(() => {
      const good = new ChallengingFactor();
      good.codes.set(1, new Set());
      const secondFactor: SecondFactor = Object.assign(good, broken(good));
      const code = (challenge: unknown) => `answer to ${(challenge as Riddle).riddle}`;
      return { secondFactor, enrolledUserId: 1, otherUserId: 2, code };
    });
  };
}

const offered = 'as it is offered';
const stranger = 'for a user who has not enrolled';
const enrolled = 'for a user who has enrolled';
const challenges = `${enrolled} makes challenges that are JSON of at most 64 KiB`;
const another = `${enrolled} wants another code for each challenge`;
const shown = `${offered} says of itself what people can be shown`;

/** Challenges with something beside the riddle. */
const alsoWith = (much: unknown) =>
  challenging((good) => {
    const begin = good.begin.bind(good);
    return { begin: async (userId) => ({ ...(await begin(userId)), much }) };
  });

/** Second factors that each break promises, and the tests that find it, without the words that all have in front. */
const broken: Readonly<Record<string, [declare: () => void, titles: readonly string[]]>> = {
  'has no words for its label': [typed(() => ({ label: '' })), [shown]],
  'has a prompt of somebody else': [
    challenging(() => ({ prompt: { module: 'https://elsewhere.example/prompt.js' } })),
    [shown],
  ],
  'enrols outside of its pages': [typed(() => ({ enrolment: { page: '/api/enrol', label: 'Enrol' } })), [shown]],
  'has a field that takes no code of its own': [
    typed(() => ({ codeField: { hint: 'On the list', pattern: String.raw`\d{4}` } })),
    [`${offered} has codes that reach it`],
  ],
  'has codes that the usual field cuts off': [typed(() => ({}), '12345678'), [`${offered} has codes that reach it`]],
  'has codes that are too long to be passed on': [
    typed(() => ({}), '1'.repeat(20_000)),
    [`${offered} has codes that reach it`],
  ],
  'is on for everybody': [
    typed(() => ({
      isEnabled: () => Promise.resolve(true),
      status: () => Promise.resolve({ enabled: true, recoveryCodesLeft: 0 }),
    })),
    [`${stranger} is off`, `${enrolled} is forgotten when it is switched off`],
  ],
  'takes any code': [
    typed(() => ({ verify: () => Promise.resolve(true) })),
    [
      `${stranger} takes no code`,
      `${enrolled} takes a right code, and takes it once`,
      `${enrolled} takes a right code once when it comes twice at the same time`,
      `${enrolled} refuses what is not a right code, without an error`,
      `${enrolled} is forgotten when it is switched off`,
    ],
  ],
  'forgets everybody at once': [
    typed((good) => ({
      disable: () => {
        good.codes.clear();
        return Promise.resolve();
      },
    })),
    [`${stranger} can be switched off without harm`],
  ],
  'counts recovery codes in halves': [
    typed((good) => ({
      status: (userId) =>
        Promise.resolve({ enabled: good.codes.has(userId), recoveryCodesLeft: good.codes.has(userId) ? 0.5 : 0 }),
    })),
    [`${enrolled} is on`],
  ],
  'asks the same each time': [
    challenging((good) => ({
      begin: (userId) => {
        good.riddles.set('4 legs in the morning', userId);
        return Promise.resolve({ riddle: '4 legs in the morning' });
      },
    })),
    [another],
  ],
  'makes challenges that are no JSON': [alsoWith(new Map()), [challenges]],
  'floods with its challenges': [alsoWith('x'.repeat(70_000)), [challenges]],
  'does not care whose challenge was met': [
    challenging((good) => ({
      verify: (userId, code) =>
        Promise.resolve(good.codes.has(userId) && good.riddles.delete(code.replace('answer to ', ''))),
    })),
    [`${enrolled} takes no code for a challenge that was made for somebody else`],
  ],
  'takes a code twice': [
    typed((good) => ({ verify: (userId, code) => Promise.resolve(good.codes.get(userId)?.has(code) ?? false) })),
    [
      `${enrolled} takes a right code, and takes it once`,
      `${enrolled} takes a right code once when it comes twice at the same time`,
    ],
  ],
  'looks before it uses a code up': [
    typed((good) => ({
      verify: async (userId, code) => {
        const isRight = good.codes.get(userId)?.has(code) ?? false;
        await Promise.resolve();
        good.codes.get(userId)?.delete(code);
        return isRight;
      },
    })),
    [`${enrolled} takes a right code once when it comes twice at the same time`],
  ],
  'throws at what is no code': [
    typed((good) => ({
      verify: (userId, code) =>
        /^\d{6}$/.test(code)
          ? MemorySecondFactor.prototype.verify.call(good, userId, code)
          : Promise.reject(new Error('six digits, please')),
    })),
    [`${enrolled} refuses what is not a right code, without an error`],
  ],
  'cannot be switched off': [
    typed(() => ({ disable: () => Promise.resolve() })),
    [`${enrolled} is forgotten when it is switched off`],
  ],
};

describe('contract tests of a second factor', () => {
  it('all pass for a good one, and each finds a broken one', async () => {
    const runs = [await runContract(typed()), await runContract(challenging())];
    expect(runs.flatMap(({ failed }) => failed)).to.deep.equal([]);
    const found = Object.values(broken).flatMap(([, titles]) => titles.map((title) => `second factor ${title}`));
    expect([...new Set(found)]).to.have.members([...new Set(runs.flatMap(({ passed }) => passed))]);
  });

  it('let one say the same of each message that it sends', async () => {
    const sent: string[] = [];
    const { passed, failed } = await runContract(() => {
      describeSecondFactor(() => {
        const good = new ChallengingFactor();
        good.codes.set(1, new Set());
        const begin = (userId: number) => {
          const riddle = randomUUID();
          good.riddles.set(riddle, userId);
          sent.push(`answer to ${riddle}`);
          return Promise.resolve({ sentTo: 'a…@photos.example' });
        };
        const secondFactor: SecondFactor = Object.assign(good, { begin });
        return { secondFactor, enrolledUserId: 1, otherUserId: 2, code: () => sent.at(-1)! };
      });
    });
    expect(failed).to.deep.equal([]);
    expect(passed).to.include(`second factor ${another}`);
  });

  const refuses = `second factor ${enrolled} refuses what is not a right code, without an error`;

  for (const [alphabet, right, pattern] of [
    ['small letters', 'heron', '[a-z]+'],
    ['words', 'blue-heron', '(blue|grey)-[a-z]{5}'],
    ['the digits of a few', '012401', '[0-4]{6}'],
    ['hexadecimal digits', 'DEADBEEF', '[0-9A-F]{8}'],
    ['letters of another alphabet', 'цапля', String.raw`\p{Script=Cyrillic}+`],
    ['a choice of two words', 'heron', 'heron|egret'],
  ] as const) {
    it(`all pass for a good one whose codes are of ${alphabet}`, async () => {
      const { failed } = await runContract(typed(() => ({ codeField: { hint: 'On the list', pattern } }), right));
      expect(failed).to.deep.equal([]);
    });
  }

  it('find one that takes any word of as many letters', async () => {
    const lax = (good: MemorySecondFactor): Partial<SecondFactor> => ({
      codeField: { hint: 'On the list', pattern: '[a-z]+' },
      verify: (userId, code) =>
        Promise.resolve(code.length === 5 && !/\d/.test(code) && (good.codes.get(userId)?.delete('heron') ?? false)),
    });
    const { failed } = await runContract(typed(lax, 'heron'));
    expect(failed.map(({ title }) => title)).to.deep.equal([refuses]);
  });

  for (const [what, [declare, titles]] of Object.entries(broken)) {
    it(`find one that ${what}`, async () => {
      const { failed } = await runContract(declare);
      expect(failed.map(({ title }) => title)).to.deep.equal(titles.map((title) => `second factor ${title}`));
    });
  }
});
