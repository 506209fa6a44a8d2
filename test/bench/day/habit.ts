import type { Choice } from '../../support/choice.ts';
import type { Account, Browser } from './browser.ts';
import type { Pictures } from './pictures.ts';

/** One who uses the library. */
export interface Person {
  readonly account: Account;
  readonly browser: Browser;
  readonly choice: Choice;
  readonly pictures: Pictures;
  readonly mayChange: boolean;
}

/** Something that people do, and how often against others. */
export type Habit = readonly [often: number, act: (person: Person) => Promise<unknown>];
