import { expect } from 'chai';
import { AccountAnswer } from '../../web/state/server/account-answer.ts';

describe('the last answer about the current account', () => {
  it('comes from the latest request that succeeded, even if an earlier one is answered later', async () => {
    const answers: ((answer: number) => void)[] = [];
    let isLost = false;
    const answer = new AccountAnswer(
      () => (isLost ? Promise.reject(new Error('lost')) : new Promise<number>((resolve) => answers.push(resolve))),
      0,
    );
    const reads = [answer.refresh(), answer.refresh()];
    expect(answer.value).to.equal(0);
    answers[1]!(2);
    answers[0]!(1);
    await Promise.all(reads);
    expect(answer.value).to.equal(2);
    isLost = true;
    await answer.refresh();
    expect(answer.value).to.equal(2);
  });
});
