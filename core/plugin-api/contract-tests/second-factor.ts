import assert from 'node:assert/strict';
import type { SecondFactor } from '../second-factor.ts';
import { secondFactorProblem } from '../shapes/second-factor.ts';
import { describeContract, skip, type Subject } from './suite.ts';
import { wrongCodeOf } from './wrong-code.ts';

export interface SecondFactorSubject extends Subject {
  readonly secondFactor: SecondFactor & { close?(): Promise<void> };
  /** A user who has enrolled. */
  readonly enrolledUserId: number;
  /**
   * A code that is currently valid for the enrolled user.
   * @param challenge the result of `begin`; undefined for a factor without it
   */
  readonly code: (challenge?: unknown) => string | Promise<string>;
  /** A user who has never enrolled. */
  readonly otherUserId: number;
}

const origin = 'https://photos.example';
/** Maximum characters of a code: the server rejects longer ones. */
const longestCode = 16_384;

const beginFor = async ({ secondFactor }: SecondFactorSubject, userId: number): Promise<unknown> =>
  secondFactor.begin?.(userId, { origin, signal: new AbortController().signal });

/** A currently valid code, for a challenge if the factor uses challenges. */
const codeOf = async (subject: SecondFactorSubject): Promise<string> =>
  subject.code(await beginFor(subject, subject.enrolledUserId));

/** The pattern of the page's field; null if it accepts any text. */
function fieldPattern({ codeField, prompt }: SecondFactor): RegExp | null {
  const pattern = prompt ? undefined : codeField?.pattern;
  return pattern === undefined ? null : new RegExp(`^(?:${pattern})$`, 'v');
}

/** Tests a second factor against its contract. */
export function describeSecondFactor(create: () => SecondFactorSubject | Promise<SecondFactorSubject>): void {
  describeContract('second factor', create, ({ secondFactor }) => secondFactor.close?.(), {
    'as provided': {
      'declares its label, codeField, prompt and enrolment correctly': async ({ secondFactor }) => {
        await Promise.resolve();
        assert.equal(secondFactorProblem(secondFactor as unknown as Readonly<Record<string, unknown>>), null);
      },

      'has codes that its field and the server accept': async (subject) => {
        const { secondFactor } = subject;
        const { prompt, codeField } = secondFactor;
        const code = await codeOf(subject);
        assert.ok(code.length <= longestCode, `a code has ${code.length} characters, more than the server accepts`);
        if (prompt) return;
        if (!codeField && !secondFactor.begin) {
          assert.match(code, /^[0-9]{6}$/, 'the default field accepts only six digits: give the factor a `codeField`');
        }
        const field = fieldPattern(secondFactor);
        if (field) assert.match(code, field, 'browsers only send codes that match the pattern of the field');
      },
    },

    'for a user who has not enrolled': {
      'is disabled': async ({ secondFactor, otherUserId }) => {
        assert.equal(await secondFactor.isEnabled(otherUserId), false);
        assert.deepEqual(await secondFactor.status(otherUserId), { enabled: false, recoveryCodesLeft: 0 });
      },

      'accepts no code': async (subject) => {
        const { secondFactor, otherUserId } = subject;
        assert.equal(await secondFactor.verify(otherUserId, await codeOf(subject)), false);
      },

      'can be disabled without affecting other users': async ({ secondFactor, otherUserId, enrolledUserId }) => {
        await secondFactor.disable(otherUserId);
        assert.equal(await secondFactor.isEnabled(enrolledUserId), true);
      },
    },

    'for a user who has enrolled': {
      'is enabled': async ({ secondFactor, enrolledUserId }) => {
        assert.equal(await secondFactor.isEnabled(enrolledUserId), true);
        const { enabled, recoveryCodesLeft } = await secondFactor.status(enrolledUserId);
        assert.equal(enabled, true);
        assert.ok(Number.isInteger(recoveryCodesLeft) && recoveryCodesLeft >= 0, 'recoveryCodesLeft must be a count');
      },

      'creates challenges that are JSON of at most 64 KiB': async (subject) => {
        if (!subject.secondFactor.begin) skip('It creates no challenges.');
        const challenge = (await beginFor(subject, subject.enrolledUserId)) ?? null;
        const text = JSON.stringify(challenge);
        assert.ok(text.length <= 64 * 1024, `a challenge has ${text.length} characters, more than 64 KiB`);
        assert.deepEqual(
          JSON.parse(text),
          challenge,
          'a challenge must be the same after a conversion to JSON and back',
        );
      },

      'requires another code for each challenge': async (subject) => {
        if (!subject.secondFactor.begin) skip('It has no begin.');
        const { enrolledUserId } = subject;
        const rounds = [];
        for (let count = 0; count < 2; count++) {
          const challenge = (await beginFor(subject, enrolledUserId)) ?? null;
          rounds.push({ challenge, code: await subject.code(challenge) });
        }
        const [first, second] = rounds;
        if (first?.challenge === null) skip('It creates no challenges.');
        // If a message was sent, the challenge may repeat, as in { sentTo }: then the code must differ.
        assert.notDeepEqual(first, second, 'the same challenge was created twice, with the same valid code');
      },

      'accepts no code for the challenge of another user': async (subject) => {
        const { secondFactor, enrolledUserId, otherUserId } = subject;
        if (!secondFactor.begin) skip('It creates no challenges.');
        const challenge = await beginFor(subject, otherUserId).catch(() => null);
        if ((challenge ?? null) === null) skip('It creates no challenges for users who have not enrolled.');
        const code = await subject.code(challenge);
        assert.equal(await secondFactor.verify(enrolledUserId, code), false);
      },

      'accepts a valid code, but only once': async (subject) => {
        const { secondFactor, enrolledUserId } = subject;
        const rightCode = await codeOf(subject);
        assert.equal(await secondFactor.verify(enrolledUserId, rightCode), true);
        assert.equal(await secondFactor.verify(enrolledUserId, rightCode), false);
      },

      'accepts a valid code only once if it is sent twice at the same time': async (subject) => {
        const { secondFactor, enrolledUserId } = subject;
        const rightCode = await codeOf(subject);
        const answers = await Promise.all(
          [rightCode, rightCode].map((code) => secondFactor.verify(enrolledUserId, code)),
        );
        assert.deepEqual(answers.sort(), [false, true]);
      },

      'returns false for an invalid code instead of throwing': async (subject) => {
        const { secondFactor, enrolledUserId } = subject;
        const rightCode = await codeOf(subject);
        const field = fieldPattern(secondFactor);
        const wrongCode = wrongCodeOf(rightCode, (code) => field?.test(code) ?? true) ?? '';
        const others = [wrongCode, '', ' ', 'abcdef', '12345', '1234567', '１２３４５６', 'x'.repeat(10_000)];
        for (const other of others) {
          if (other === rightCode) continue;
          assert.equal(await secondFactor.verify(enrolledUserId, other), false, JSON.stringify(other.slice(0, 20)));
        }
      },

      'can be disabled, and then accepts no code': async (subject) => {
        const { secondFactor, enrolledUserId } = subject;
        const rightCode = await codeOf(subject);
        await secondFactor.disable(enrolledUserId);
        assert.equal(await secondFactor.isEnabled(enrolledUserId), false);
        assert.deepEqual(await secondFactor.status(enrolledUserId), { enabled: false, recoveryCodesLeft: 0 });
        assert.equal(await secondFactor.verify(enrolledUserId, rightCode), false);
      },
    },
  });
}
