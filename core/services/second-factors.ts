import { DomainError } from '../domain/errors.ts';
import type { MarkedUsers, SecondFactorMarks } from '../store/accounts/second-factor-marks.ts';
import { SecondFactorLost, type SecondFactor } from '../plugin-api/index.ts';

/** A second factor and the plugin that provides it. */
export interface LoadedFactor {
  readonly plugin: string;
  readonly factor: SecondFactor;
}

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
  /** The plugin that people enrol in now comes first; the plugins that it replaced follow. */
  readonly loaded: () => readonly LoadedFactor[];
  readonly marks: SecondFactorMarks;
}

/**
 * Which users have to give a code. A loaded plugin says so itself. The index marks enrolled users as well, so that no
 * account is left with its password alone when a plugin is not loaded any more. A user who enrolled in a plugin that was
 * replaced is still asked for its codes.
 */
export class SecondFactors {
  readonly #loaded: () => readonly LoadedFactor[];
  readonly #marks: SecondFactorMarks;

  constructor({ loaded, marks }: Dependencies) {
    this.#loaded = loaded;
    this.#marks = marks;
  }

  /**
   * The factor whose codes the user is asked for; undefined when the password is enough.
   * @throws SecondFactorMissing when its plugin is not loaded
   */
  async askedOf(userId: number): Promise<SecondFactor | undefined> {
    const found = await this.#enabledOf(userId);
    if (found) return found.factor;
    const missing = this.#missingOf(userId);
    if (missing.length > 0) throw new SecondFactorMissing(missing);
    return undefined;
  }

  /** Whether the password is not enough, be the plugin loaded or not. */
  async isEnabled(userId: number): Promise<boolean> {
    return (await this.#enabledOf(userId)) !== undefined || this.#missingOf(userId).length > 0;
  }

  /** Lets the user sign in with the password alone. A plugin that is not loaded forgets them once it is. */
  async disable(userId: number): Promise<void> {
    for (const { plugin, factor } of this.#loaded()) {
      await factor.disable(userId);
      this.#marks.remove(userId, plugin);
    }
    for (const { plugin } of this.#marks.of(userId)) this.#marks.forgetLater(userId, plugin);
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

  async #enabledOf(userId: number): Promise<LoadedFactor | undefined> {
    for (const loaded of this.#loaded()) {
      await this.#forgetIfDue(userId, loaded);
      if (!(await loaded.factor.isEnabled(userId))) continue;
      if (!this.#isMarked(userId, loaded.plugin)) this.#marks.add(userId, loaded.plugin);
      return loaded;
    }
    return undefined;
  }

  #missingOf(userId: number): string[] {
    const loaded = new Set(this.#loaded().map(({ plugin }) => plugin));
    return this.#marks.of(userId).flatMap(({ plugin, forget }) => (forget || loaded.has(plugin) ? [] : plugin));
  }

  #isMarked(userId: number, of: string): boolean {
    return this.#marks.of(userId).some(({ plugin }) => plugin === of);
  }

  /** Makes the plugin forget a user whose factor was switched off without it. */
  async #forgetIfDue(userId: number, { plugin, factor }: LoadedFactor): Promise<void> {
    if (!this.#marks.of(userId).some((mark) => mark.plugin === plugin && mark.forget)) return;
    await factor.disable(userId);
    this.#marks.remove(userId, plugin);
  }

  /** Has the mark say what the plugin says. */
  async #follow(userId: number, { plugin, factor }: LoadedFactor): Promise<void> {
    if (await factor.isEnabled(userId)) {
      if (!this.#isMarked(userId, plugin)) this.#marks.add(userId, plugin);
      return;
    }
    this.#marks.remove(userId, plugin);
    // The user may have enrolled between the answer and the removal.
    if (await factor.isEnabled(userId)) this.#marks.add(userId, plugin);
  }
}

/**
 * What is said when a code cannot be checked. A plugin of another copy of the contract throws a class of its own, so the
 * name decides.
 */
export function lostFactor(error: unknown): never {
  if (!(error instanceof Error) || error.name !== 'SecondFactorLost') throw error;
  throw new DomainError('not_ready', new SecondFactorLost().message, { problem: 'codes_lost' });
}
