import { setTimeout as sleep } from 'node:timers/promises';
import { decisions } from './decisions.ts';
import type { Habit, Person } from './habit.ts';
import { looks } from './looks.ts';

/** The average seconds between two actions of a user, with eight hours compressed into one. */
const thinking = 1;

const comesAgain: Habit = [
  1,
  async ({ account, browser }) => {
    await browser.signOut();
    await browser.signIn(account);
  },
];

/** Uses the library until `signal` is aborted. */
export async function live(person: Person, signal: AbortSignal): Promise<void> {
  const habits = [...looks, comesAgain, ...(person.mayChange ? decisions : [])];
  const all = habits.reduce((sum, [often]) => sum + often, 0);
  await person.browser.signIn(person.account);
  while (!signal.aborted) {
    let left = person.choice.below(all * 1000) / 1000;
    const habit = habits.find(([often]) => (left -= often) < 0);
    await habit?.[1](person);
    // Pauses of users are mostly short, and sometimes long.
    const pause = -Math.log(1 - person.choice.below(1000) / 1000) * thinking;
    await sleep(pause * 1000, undefined, { signal }).catch(() => undefined);
  }
  await person.browser.close();
}
