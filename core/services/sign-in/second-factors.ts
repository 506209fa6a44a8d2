import type { MarkedUsers, SecondFactorMarks } from '../../store/accounts/second-factor-marks.ts';
import { inTime } from '../../plugin-api/toolkit/index.ts';
import { EnrolledFactors, type LoadedFactor } from './enrolled-factors.ts';
import { factorError, silentFactorError, type OnFactorFault } from './factor-errors.ts';
import { SecondFactorMissing } from './sign-in-errors.ts';

interface Dependencies {
  readonly loaded: () => readonly LoadedFactor[];
  readonly marks: SecondFactorMarks;
  /** The time limit for a plugin's answer in milliseconds; default 10 s. */
  readonly patience?: number;
  readonly onFault?: OnFactorFault;
}

/**
 * Decides which users must enter a code. Loaded plugins report this themselves. In addition, the index marks enrolled users,
 * so that the password alone is not enough if a plugin is no longer loaded. A user may be enrolled in several plugins: a
 * code of any one that works is enough.
 */
export class SecondFactors {
  readonly #loaded: () => readonly LoadedFactor[];
  readonly #marks: SecondFactorMarks;
  readonly #patience: number;
  readonly #onFault: OnFactorFault | undefined;
  /** Plugins that did not answer the last call: the next one has a shorter time limit. */
  readonly #silent = new Set<string>();

  constructor({ loaded, marks, patience = 10_000, onFault }: Dependencies) {
    this.#loaded = loaded;
    this.#marks = marks;
    this.#patience = patience;
    this.#onFault = onFault;
  }

  /** All loaded second factors, and whether the user is enrolled in them. */
  async statesOf(userId: number): Promise<readonly (LoadedFactor & { readonly enabled: boolean })[]> {
    const { enabled } = await this.#enabledOf(userId);
    const names = enabled.map(({ plugin }) => plugin);
    return this.#loaded().map((loaded) => ({ ...loaded, enabled: names.includes(loaded.plugin) }));
  }

  /**
   * The factors in which the user is enrolled; undefined if the password is enough.
   * @throws SecondFactorMissing if none of their plugins is loaded, or the result of `factorError` for a plugin in which the
   * user may be enrolled
   */
  async enrolledOf(userId: number): Promise<EnrolledFactors | undefined> {
    const { enabled, failed } = await this.#enabledOf(userId);
    if (enabled.length > 0) {
      return new EnrolledFactors(userId, enabled, { patience: this.#patience, onFault: this.#onFault });
    }
    // A plugin that fails must not lock out users who never enrolled in it.
    const possibleFactor = failed.find(
      ({ plugin }) => !this.#marks.isComplete(plugin) || this.isMarked(userId, plugin),
    );
    if (possibleFactor) throw possibleFactor.error;
    const missing = this.#missingOf(userId);
    if (missing.length > 0) throw new SecondFactorMissing(missing);
    return undefined;
  }

  /** Whether the user needs a second factor, even if its plugin is not loaded. */
  async isEnabled(userId: number): Promise<boolean> {
    const { enabled } = await this.#enabledOf(userId);
    // The mark stores the last answer of a plugin that fails or is not loaded.
    return enabled.length > 0 || this.#marks.of(userId).some(({ forget }) => !forget);
  }

  /**
   * Lets the user sign in with the password alone. A plugin that is not loaded, or fails, deletes the enrolment as soon as
   * it can.
   * @throws the error of a plugin that fails to delete the enrolment of a deleted user
   */
  async disable(userId: number): Promise<void> {
    // In one statement: with one of two factors left, the user who lost both could still not sign in.
    this.#marks.forgetAllLater(userId);
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
   * Runs work that may enrol a user in a plugin's second factor, or end the enrolment. The mark is set first: if the server
   * is killed meanwhile, there may be one mark too many, which the next start removes, but never one too few.
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
   * Marks the users who are enrolled in loaded plugins: enrolments may be older than marks, or come from a copy of a
   * plugin's data.
   * @param onError called for a plugin that fails to report its users
   */
  async takeStock(userIds: readonly number[], onError: (plugin: string, error: unknown) => void): Promise<void> {
    for (const loaded of this.#loaded()) {
      try {
        for (const userId of userIds) {
          await this.#forgetIfDue(userId, loaded);
          await this.#follow(userId, loaded);
        }
        this.#marks.setComplete(loaded.plugin);
      } catch (error) {
        onError(loaded.plugin, error);
      }
    }
  }

  /** Updates the mark after the user's enrolment in a plugin may have ended without a call of the plugin. */
  async refresh(userId: number, plugin: string): Promise<void> {
    const loaded = this.#loaded().find((one) => one.plugin === plugin);
    if (loaded && this.isMarked(userId, plugin)) await this.#follow(userId, loaded);
  }

  /** Whether the server has recorded an enrolment in a plugin's second factor; does not query the plugin. */
  isMarked(userId: number, plugin: string): boolean {
    return this.#marks.of(userId).some((mark) => mark.plugin === plugin);
  }

  /** The plugins in which users are enrolled but which are not loaded. */
  missing(): MarkedUsers[] {
    const loadedNames = new Set(this.#loaded().map(({ plugin }) => plugin));
    return this.#marks.counts().filter(({ plugin }) => !loadedNames.has(plugin));
  }

  /** Queries all plugins at once, so that one that hangs delays the result only by its time limit. */
  async #enabledOf(userId: number): Promise<{ enabled: LoadedFactor[]; failed: { plugin: string; error: unknown }[] }> {
    const failed: { plugin: string; error: unknown }[] = [];
    const answers = await Promise.all(
      this.#loaded().map(async (loaded) => {
        try {
          return (await this.#says(userId, loaded)) ? loaded : [];
        } catch (error) {
          failed.push({ plugin: loaded.plugin, error });
          return [];
        }
      }),
    );
    return { enabled: answers.flat(), failed };
  }

  async #says(userId: number, loaded: LoadedFactor): Promise<boolean> {
    try {
      await this.#forgetIfDue(userId, loaded);
    } catch {
      return false; // It was switched off by an admin, even if the plugin has not forgotten it yet.
    }
    const isEnabled = await this.#isIn(userId, loaded);
    if (isEnabled && !this.isMarked(userId, loaded.plugin)) this.#marks.add(userId, loaded.plugin);
    return isEnabled;
  }

  async #isIn(userId: number, loaded: LoadedFactor): Promise<boolean> {
    try {
      return await this.#answerOf(userId, loaded);
    } catch (error) {
      throw factorError(loaded.plugin, error, this.#onFault);
    }
  }

  async #answerOf(userId: number, { plugin, factor }: LoadedFactor): Promise<boolean> {
    const patience = this.#silent.has(plugin) ? this.#patience / 10 : this.#patience;
    const answering = Promise.resolve(factor.isEnabled(userId)).finally(() => {
      this.#silent.delete(plugin);
    });
    const answer: unknown = await inTime(answering, patience, () => {
      this.#silent.add(plugin);
      return silentFactorError(plugin);
    });
    if (typeof answer !== 'boolean') throw new TypeError(`The plugin ${plugin} does not say whether a user enrolled.`);
    return answer;
  }

  #missingOf(userId: number): string[] {
    const loadedNames = new Set(this.#loaded().map(({ plugin }) => plugin));
    return this.#marks.of(userId).flatMap(({ plugin, forget }) => (forget || loadedNames.has(plugin) ? [] : plugin));
  }

  /** Makes the plugin delete the enrolment of a user whose factor was switched off while the plugin was not loaded. */
  async #forgetIfDue(userId: number, loaded: LoadedFactor): Promise<void> {
    if (this.#isToForget(userId, loaded.plugin)) await this.#forget(userId, loaded);
  }

  async #forget(userId: number, { plugin, factor }: LoadedFactor): Promise<void> {
    await inTime(factor.disable(userId), this.#patience, () => silentFactorError(plugin));
    this.#marks.remove(userId, plugin);
  }

  #isToForget(userId: number, name: string): boolean {
    return this.#marks.of(userId).some(({ plugin, forget }) => plugin === name && forget);
  }

  /** Sets or removes the mark according to the plugin's answer. */
  async #follow(userId: number, loaded: LoadedFactor): Promise<void> {
    const { plugin } = loaded;
    if (await this.#isIn(userId, loaded)) {
      if (!this.isMarked(userId, plugin)) this.#marks.add(userId, plugin);
      return;
    }
    this.#marks.remove(userId, plugin);
    // The user may have enrolled between the answer and the removal.
    if (await this.#isIn(userId, loaded)) this.#marks.add(userId, plugin);
  }
}
