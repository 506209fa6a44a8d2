import { expect } from 'chai';
import { AccountAnswer } from '../../web/state/server/account-answer.ts';

describe('what the navigation has for an account', () => {
  it('is the answer to the last question, also where an earlier one is answered later, or none is', async () => {
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
