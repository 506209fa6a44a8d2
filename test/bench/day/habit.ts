import type { Choice } from '../../support/choice.ts';
import type { Account, Browser } from './browser.ts';
import type { Pictures } from './pictures.ts';

/** A user of the library. */
export interface Person {
  readonly account: Account;
  readonly browser: Browser;
  readonly choice: Choice;
  readonly pictures: Pictures;
  readonly mayChange: boolean;
}

/** An action of a user, and its frequency relative to others. */
export type Habit = readonly [often: number, act: (person: Person) => Promise<unknown>];
