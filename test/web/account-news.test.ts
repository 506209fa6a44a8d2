import { expect } from 'chai';
import { AccountAnswer } from '../../web/state/server/account-answer.ts';

describe('what the navigation has for an account', () => {
  it('is not what the server answers late for the one before', async () => {
    const answers: (() => void)[] = [];
    const late = <T>(answer: T): Promise<T> =>
      new Promise((resolve) => {
        answers.push(() => {
          resolve(answer);
        });
      });
    const folders = new AccountAnswer(() => late(true), false);
    const menu = new AccountAnswer(() => late([{}]), []);
    const reads = [folders.refresh(), menu.refresh()];
    for (const part of [folders, menu]) part.forget();
    for (const answer of answers) answer();
    await Promise.all(reads);
    expect([folders.value, menu.value]).to.deep.equal([false, []]);
  });
});
