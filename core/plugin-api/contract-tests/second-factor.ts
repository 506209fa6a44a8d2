import assert from 'node:assert/strict';
import type { SecondFactor } from '../second-factor.ts';
import { describeContract, type Subject } from './suite.ts';

export interface SecondFactorSubject extends Subject {
  readonly secondFactor: SecondFactor & { close?(): Promise<void> };
  /** A user who has enrolled. */
  readonly enrolledUserId: number;
  /** A code that is right for the enrolled user now. */
  readonly code: () => string | Promise<string>;
  /** A user who never has. */
  readonly otherUserId: number;
}

/** Tests a second factor against its contract. */
export function describeSecondFactor(create: () => SecondFactorSubject | Promise<SecondFactorSubject>): void {
  describeContract('second factor', create, ({ secondFactor }) => secondFactor.close?.(), {
    'for a user who has not enrolled': {
      'is off': async ({ secondFactor, otherUserId }) => {
        assert.equal(await secondFactor.isEnabled(otherUserId), false);
        assert.deepEqual(await secondFactor.status(otherUserId), { enabled: false, recoveryCodesLeft: 0 });
      },

      'takes no code': async ({ secondFactor, otherUserId, code }) => {
        assert.equal(await secondFactor.verify(otherUserId, await code()), false);
      },

      'can be switched off without harm': async ({ secondFactor, otherUserId, enrolledUserId }) => {
        await secondFactor.disable(otherUserId);
        assert.equal(await secondFactor.isEnabled(enrolledUserId), true);
      },
    },

    'for a user who has enrolled': {
      'is on': async ({ secondFactor, enrolledUserId }) => {
        assert.equal(await secondFactor.isEnabled(enrolledUserId), true);
        const { enabled, recoveryCodesLeft } = await secondFactor.status(enrolledUserId);
        assert.equal(enabled, true);
        assert.ok(Number.isInteger(recoveryCodesLeft) && recoveryCodesLeft >= 0, 'recoveryCodesLeft is a count');
      },

      'takes a right code, and takes it once': async ({ secondFactor, enrolledUserId, code }) => {
        const right = await code();
        assert.equal(await secondFactor.verify(enrolledUserId, right), true);
        assert.equal(await secondFactor.verify(enrolledUserId, right), false);
      },

      'takes a right code once when it comes twice at the same time': async (subject) => {
        const { secondFactor, enrolledUserId } = subject;
        const right = await subject.code();
        const answers = await Promise.all([right, right].map((code) => secondFactor.verify(enrolledUserId, code)));
        assert.deepEqual(answers.sort(), [false, true]);
      },

      'refuses what is not a right code, without an error': async ({ secondFactor, enrolledUserId, code }) => {
        const right = await code();
        const wrong = right.replace(/\d/g, (digit) => String((Number(digit) + 5) % 10));
        for (const other of [wrong, '', ' ', 'abcdef', '12345', '1234567', '１２３４５６', 'x'.repeat(10_000)]) {
          assert.equal(await secondFactor.verify(enrolledUserId, other), false, JSON.stringify(other.slice(0, 20)));
        }
      },

      'is forgotten when it is switched off': async ({ secondFactor, enrolledUserId, code }) => {
        const right = await code();
        await secondFactor.disable(enrolledUserId);
        assert.equal(await secondFactor.isEnabled(enrolledUserId), false);
        assert.deepEqual(await secondFactor.status(enrolledUserId), { enabled: false, recoveryCodesLeft: 0 });
        assert.equal(await secondFactor.verify(enrolledUserId, right), false);
      },
    },
  });
}
