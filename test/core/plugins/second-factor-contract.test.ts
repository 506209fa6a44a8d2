import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { describeSecondFactor } from '../../../core/plugin-api/contract-tests.ts';
import type { SecondFactor } from '../../../core/plugin-api/index.ts';
import { runContract } from '../../support/contract-run.ts';
import { ChallengingFactor, type Riddle } from './challenging-factor.ts';
import { MemorySecondFactor } from './memory-plugins.ts';

/** A second factor with typed codes. */
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

/** A second factor with codes for challenges. */
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

const offered = 'as provided';
const stranger = 'for a user who has not enrolled';
const enrolled = 'for a user who has enrolled';
const challenges = `${enrolled} creates challenges that are JSON of at most 64 KiB`;
const another = `${enrolled} requires another code for each challenge`;
const shown = `${offered} declares its label, codeField, prompt and enrolment correctly`;

/** Challenges with an additional field. */
const alsoWith = (much: unknown) =>
  challenging((good) => {
    const begin = good.begin.bind(good);
    return { begin: async (userId) => ({ ...(await begin(userId)), much }) };
  });

/** Second factors that each break promises, and the titles of the tests that must fail, without their common prefix. */
const broken: Readonly<Record<string, [declare: () => void, titles: readonly string[]]>> = {
  'has an empty label': [typed(() => ({ label: '' })), [shown]],
  'has a prompt on another site': [
    challenging(() => ({ prompt: { module: 'https://elsewhere.example/prompt.js' } })),
    [shown],
  ],
  'enrols outside of its pages': [typed(() => ({ enrolment: { page: '/api/enrol', label: 'Enrol' } })), [shown]],
  'has a code field that rejects its own codes': [
    typed(() => ({ codeField: { hint: 'On the list', pattern: String.raw`\d{4}` } })),
    [`${offered} has codes that its field and the server accept`],
  ],
  'has codes that the default field truncates': [
    typed(() => ({}), '12345678'),
    [`${offered} has codes that its field and the server accept`],
  ],
  'has codes that are too long for a request': [
    typed(() => ({}), '1'.repeat(20_000)),
    [`${offered} has codes that its field and the server accept`],
  ],
  'is enabled for every user': [
    typed(() => ({
      isEnabled: () => Promise.resolve(true),
      status: () => Promise.resolve({ enabled: true, recoveryCodesLeft: 0 }),
    })),
    [`${stranger} is disabled`, `${enrolled} can be disabled, and then accepts no code`],
  ],
  'accepts any code': [
    typed(() => ({ verify: () => Promise.resolve(true) })),
    [
      `${stranger} accepts no code`,
      `${enrolled} accepts a valid code, but only once`,
      `${enrolled} accepts a valid code only once if it is sent twice at the same time`,
      `${enrolled} returns false for an invalid code instead of throwing`,
      `${enrolled} can be disabled, and then accepts no code`,
    ],
  ],
  'disables itself for all users at once': [
    typed((good) => ({
      disable: () => {
        good.codes.clear();
        return Promise.resolve();
      },
    })),
    [`${stranger} can be disabled without affecting other users`],
  ],
  'reports half recovery codes': [
    typed((good) => ({
      status: (userId) =>
        Promise.resolve({ enabled: good.codes.has(userId), recoveryCodesLeft: good.codes.has(userId) ? 0.5 : 0 }),
    })),
    [`${enrolled} is enabled`],
  ],
  'repeats its challenge': [
    challenging((good) => ({
      begin: (userId) => {
        good.riddles.set('4 legs in the morning', userId);
        return Promise.resolve({ riddle: '4 legs in the morning' });
      },
    })),
    [another],
  ],
  'issues challenges that are not JSON': [alsoWith(new Map()), [challenges]],
  'issues challenges that are too large': [alsoWith('x'.repeat(70_000)), [challenges]],
  'accepts the challenge of another user': [
    challenging((good) => ({
      verify: (userId, code) =>
        Promise.resolve(good.codes.has(userId) && good.riddles.delete(code.replace('answer to ', ''))),
    })),
    [`${enrolled} accepts no code for the challenge of another user`],
  ],
  'accepts a code twice': [
    typed((good) => ({ verify: (userId, code) => Promise.resolve(good.codes.get(userId)?.has(code) ?? false) })),
    [
      `${enrolled} accepts a valid code, but only once`,
      `${enrolled} accepts a valid code only once if it is sent twice at the same time`,
    ],
  ],
  'invalidates a code only after an asynchronous check': [
    typed((good) => ({
      verify: async (userId, code) => {
        const isRight = good.codes.get(userId)?.has(code) ?? false;
        await Promise.resolve();
        good.codes.get(userId)?.delete(code);
        return isRight;
      },
    })),
    [`${enrolled} accepts a valid code only once if it is sent twice at the same time`],
  ],
  'throws for an invalid code': [
    typed((good) => ({
      verify: (userId, code) =>
        /^\d{6}$/.test(code)
          ? MemorySecondFactor.prototype.verify.call(good, userId, code)
          : Promise.reject(new Error('six digits, please')),
    })),
    [`${enrolled} returns false for an invalid code instead of throwing`],
  ],
  'cannot be switched off': [
    typed(() => ({ disable: () => Promise.resolve() })),
    [`${enrolled} can be disabled, and then accepts no code`],
  ],
};

describe('contract tests of a second factor', () => {
  it('all pass for a correct factor, and each fails for a broken one', async () => {
    const runs = [await runContract(typed()), await runContract(challenging())];
    expect(runs.flatMap(({ failed }) => failed)).to.deep.equal([]);
    const found = Object.values(broken).flatMap(([, titles]) => titles.map((title) => `second factor ${title}`));
    expect([...new Set(found)]).to.have.members([...new Set(runs.flatMap(({ passed }) => passed))]);
  });

  it('accept a factor whose challenges are all alike, as for codes in messages', async () => {
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

  const refuses = `second factor ${enrolled} returns false for an invalid code instead of throwing`;

  for (const [alphabet, right, pattern] of [
    ['lower-case letters', 'heron', '[a-z]+'],
    ['words', 'blue-heron', '(blue|grey)-[a-z]{5}'],
    ['a few digits', '012401', '[0-4]{6}'],
    ['hexadecimal digits', 'DEADBEEF', '[0-9A-F]{8}'],
    ['letters of another alphabet', 'цапля', String.raw`\p{Script=Cyrillic}+`],
    ['a choice of two words', 'heron', 'heron|egret'],
  ] as const) {
    it(`all pass for a correct factor with codes of ${alphabet}`, async () => {
      const { failed } = await runContract(typed(() => ({ codeField: { hint: 'On the list', pattern } }), right));
      expect(failed).to.deep.equal([]);
    });
  }

  it('detect a factor that accepts any word of the same length', async () => {
    const lax = (good: MemorySecondFactor): Partial<SecondFactor> => ({
      codeField: { hint: 'On the list', pattern: '[a-z]+' },
      verify: (userId, code) =>
        Promise.resolve(code.length === 5 && !/\d/.test(code) && (good.codes.get(userId)?.delete('heron') ?? false)),
    });
    const { failed } = await runContract(typed(lax, 'heron'));
    expect(failed.map(({ title }) => title)).to.deep.equal([refuses]);
  });

  for (const [what, [declare, titles]] of Object.entries(broken)) {
    it(`detect a factor that ${what}`, async () => {
      const { failed } = await runContract(declare);
      expect(failed.map(({ title }) => title)).to.deep.equal(titles.map((title) => `second factor ${title}`));
    });
  }
});
