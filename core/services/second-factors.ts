import { DomainError } from '../domain/errors.ts';
import type { MarkedUsers, SecondFactorMarks } from '../store/accounts/second-factor-marks.ts';
import { inTime } from '../plugin-api/toolkit/index.ts';
import { AskedFactors, silent, type LoadedFactor } from './asked-factors.ts';

/**
 * The password was right, and the plugin that would ask for the code is not loaded. It names the plugin: nobody is told
 * before their password was right.
 */
export class SecondFactorMissing extends DomainError {
  constructor(plugins: readonly string[]) {
    super(
      'not_ready',
      `Your second factor is of the plugin ${plugins.join(' or ')}, which is not loaded, so that no code can be checked: ask an admin, or whoever runs the server, to load it again (PLUGINS) or to switch your second factor off (photofinch --disable-2fa <username>).`,
      { problem: 'second_factor_missing' },
    );
  }
}

interface Dependencies {
  readonly loaded: () => readonly LoadedFactor[];
  readonly marks: SecondFactorMarks;
  /** Milliseconds that a plugin has to answer; default 10 s. */
  readonly patience?: number;
}

/**
 * Which users have to give a code. A loaded plugin says so itself. The index marks enrolled users as well, so that no
 * account is left with its password alone when a plugin is not loaded any more. A user may have enrolled in several: any one
 * of those that work is enough.
 */
export class SecondFactors {
  readonly #loaded: () => readonly LoadedFactor[];
  readonly #marks: SecondFactorMarks;
  readonly #patience: number;
  /** Plugins that did not answer when they were last asked: they are not waited for as long again. */
  readonly #silent = new Set<string>();

  constructor({ loaded, marks, patience = 10_000 }: Dependencies) {
    this.#loaded = loaded;
    this.#marks = marks;
    this.#patience = patience;
  }

  /** All that are loaded, and whether the user enrolled in them. */
  async statesOf(userId: number): Promise<readonly (LoadedFactor & { readonly enabled: boolean })[]> {
    const { enabled } = await this.#enabledOf(userId);
    const names = enabled.map(({ plugin }) => plugin);
    return this.#loaded().map((one) => ({ ...one, enabled: names.includes(one.plugin) }));
  }

  /**
   * The factors that the user is asked for; undefined when the password is enough.
   * @throws SecondFactorMissing when the plugins of all of them are not loaded, or the error of a plugin that cannot say
   *   whether it is one
   */
  async askedOf(userId: number): Promise<AskedFactors | undefined> {
    const { enabled, errors } = await this.#enabledOf(userId);
    if (enabled.length > 0) return new AskedFactors(userId, enabled, this.#patience);
    if (errors.length > 0) throw errors[0];
    const missing = this.#missingOf(userId);
    if (missing.length > 0) throw new SecondFactorMissing(missing);
    return undefined;
  }

  /** Whether the password is not enough, be the plugin loaded or not. */
  async isEnabled(userId: number): Promise<boolean> {
    const { enabled } = await this.#enabledOf(userId);
    // What a plugin that cannot say so said last is in its mark.
    return enabled.length > 0 || this.#marks.of(userId).some(({ forget }) => !forget);
  }

  /**
   * Lets the user sign in with the password alone. A plugin that is not loaded, or fails, forgets them once it can.
   * @throws what a plugin throws that cannot forget a user who is gone
   */
  async disable(userId: number): Promise<void> {
    for (const { plugin } of this.#marks.of(userId)) this.#marks.forgetLater(userId, plugin);
    for (const loaded of this.#loaded()) {
      try {
        await this.#forget(userId, loaded);
      } catch (error) {
        this.#marks.add(userId, loaded.plugin);
        this.#marks.forgetLater(userId, loaded.plugin);
        if (!this.#isToForget(userId, loaded.plugin)) throw error;
      }
    }
  }

  /**
   * Does what may enrol a user in a plugin's second factor, or end that. The mark is set before: a server that is killed in
   * the midst of it has one too many, which the next start takes away, and never one too few.
   */
  async during<T>(userId: number, plugin: string, work: () => Promise<T>): Promise<T> {
    const loaded = this.#loaded().find((one) => one.plugin === plugin);
    if (!loaded) return work();
    await this.#forgetIfDue(userId, loaded);
    this.#marks.add(userId, plugin);
    try {
      return await work();
    } finally {
      await this.#follow(userId, loaded);
    }
  }

  /**
   * Marks the users enrolled in loaded plugins: enrolments may be older than marks, or come from a copy of a plugin's data.
   * @param onError is told of a plugin that cannot say which users enrolled; their sign-ins fail as well
   */
  async takeStock(userIds: readonly number[], onError: (plugin: string, error: unknown) => void): Promise<void> {
    for (const loaded of this.#loaded()) {
      try {
        for (const userId of userIds) {
          await this.#forgetIfDue(userId, loaded);
          await this.#follow(userId, loaded);
        }
      } catch (error) {
        onError(loaded.plugin, error);
      }
    }
  }

  /** The plugins that are not loaded although users enrolled with them. */
  missing(): MarkedUsers[] {
    const loaded = new Set(this.#loaded().map(({ plugin }) => plugin));
    return this.#marks.counts().filter(({ plugin }) => !loaded.has(plugin));
  }

  /** All at the same time: one that hangs is waited for once, and holds up nobody who has another. */
  async #enabledOf(userId: number): Promise<{ enabled: LoadedFactor[]; errors: unknown[] }> {
    const errors: unknown[] = [];
    const answers = await Promise.all(
      this.#loaded().map(async (loaded) => {
        try {
          return (await this.#says(userId, loaded)) ? loaded : [];
        } catch (error) {
          errors.push(error);
          return [];
        }
      }),
    );
    return { enabled: answers.flat(), errors };
  }

  async #says(userId: number, loaded: LoadedFactor): Promise<boolean> {
    try {
      await this.#forgetIfDue(userId, loaded);
    } catch {
      return false; // It was switched off, whatever the plugin still knows.
    }
    const isEnabled = await this.#isIn(userId, loaded);
    if (isEnabled && !this.#isMarked(userId, loaded.plugin)) this.#marks.add(userId, loaded.plugin);
    return isEnabled;
  }

  async #isIn(userId: number, { plugin, factor }: LoadedFactor): Promise<boolean> {
    const patience = this.#silent.has(plugin) ? this.#patience / 10 : this.#patience;
    const answering = Promise.resolve(factor.isEnabled(userId)).finally(() => {
      this.#silent.delete(plugin);
    });
    const answer: unknown = await inTime(answering, patience, () => {
      this.#silent.add(plugin);
      return silent(plugin);
    });
    if (typeof answer !== 'boolean') throw new TypeError(`The plugin ${plugin} does not say whether a user enrolled.`);
    return answer;
  }

  #missingOf(userId: number): string[] {
    const loaded = new Set(this.#loaded().map(({ plugin }) => plugin));
    return this.#marks.of(userId).flatMap(({ plugin, forget }) => (forget || loaded.has(plugin) ? [] : plugin));
  }

  #isMarked(userId: number, of: string): boolean {
    return this.#marks.of(userId).some(({ plugin }) => plugin === of);
  }

  /** Makes the plugin forget a user whose factor was switched off without it. */
  async #forgetIfDue(userId: number, loaded: LoadedFactor): Promise<void> {
    if (this.#isToForget(userId, loaded.plugin)) await this.#forget(userId, loaded);
  }

  async #forget(userId: number, { plugin, factor }: LoadedFactor): Promise<void> {
    await inTime(factor.disable(userId), this.#patience, () => silent(plugin));
    this.#marks.remove(userId, plugin);
  }

  #isToForget(userId: number, of: string): boolean {
    return this.#marks.of(userId).some(({ plugin, forget }) => plugin === of && forget);
  }

  /** Has the mark say what the plugin says. */
  async #follow(userId: number, loaded: LoadedFactor): Promise<void> {
    const { plugin } = loaded;
    if (await this.#isIn(userId, loaded)) {
      if (!this.#isMarked(userId, plugin)) this.#marks.add(userId, plugin);
      return;
    }
    this.#marks.remove(userId, plugin);
    // The user may have enrolled between the answer and the removal.
    if (await this.#isIn(userId, loaded)) this.#marks.add(userId, plugin);
  }
}
