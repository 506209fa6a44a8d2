import { createHash } from 'node:crypto';
import { DomainError } from '../../domain/errors.ts';
import { lowerRole, roles } from '../../domain/roles.ts';
import type { SignIn, TokenGrant } from '../../plugin-api/index.ts';
import { isTokenScope } from '../../plugin-api/shapes/sign-in.ts';
import { withinTime } from '../../plugin-api/toolkit/index.ts';
import type { Users } from '../../store/accounts/users.ts';
import type { LoginLimits } from './login-limits.ts';
import type { AuthenticatedUser, CallerGrant } from './authenticated-user.ts';
import { TokenRefused } from './sign-in-errors.ts';

/** A way to sign in and the plugin that provides it. */
export interface LoadedSignIn {
  readonly plugin: string;
  readonly signIn: SignIn;
}

interface Dependencies {
  readonly loaded: () => readonly LoadedSignIn[];
  readonly users: Pick<Users, 'byId'>;
  readonly limits: Pick<LoginLimits, 'attemptToken'>;
  /** Called when a plugin fails to check a token, or returns an invalid result. */
  readonly onError: (plugin: string, error: unknown) => void;
  /** The time limit for a plugin in milliseconds; default 3 s. */
  readonly timeLimit?: number;
}

/** The maximum number of concurrent calls per plugin, so that one that hangs cannot block many requests. */
const maxOpen = 100;

/** Tokens that plugins issued. A token never allows more than the role of its user, whatever the plugin returns. */
export class TokenGrants {
  readonly #with: Dependencies;
  /** By plugin name. */
  readonly #open = new Map<string, number>();

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /**
   * The user and the permissions of a token. All plugins are queried at once: a slow or broken one delays only tokens that
   * no other plugin knows.
   * @throws TokenRefused; DomainError `too_many_attempts`, `not_ready` if a plugin that may know the token does not answer
   */
  async callerOf(token: string, address: string): Promise<AuthenticatedUser & { grant: CallerGrant }> {
    const candidates = this.#with.loaded().filter(({ signIn }) => signIn.bearer !== undefined);
    if (candidates.length === 0) throw notOurs();
    const found = await this.#with.limits.attemptToken(address, digestOf(token), () => this.#find(candidates, token));
    if (!found) throw notOurs();
    return this.#admit(found.plugin, found.grant);
  }

  async #find(
    candidates: readonly LoadedSignIn[],
    token: string,
  ): Promise<{ plugin: string; grant: TokenGrant } | undefined> {
    const failed: string[] = [];
    const questions = candidates.map(async ({ plugin, signIn }) => {
      const grant = await this.#ask(plugin, signIn, token).catch((error: unknown) => {
        failed.push(plugin);
        this.#with.onError(plugin, error);
        return null;
      });
      if (!grant) throw new Error('not this one');
      return { plugin, grant };
    });
    const found = await Promise.any(questions).catch(() => undefined);
    if (!found && failed.length > 0) {
      throw new DomainError('not_ready', 'The token cannot be checked now, since a plugin does not answer: try later.');
    }
    return found;
  }

  async #ask(plugin: string, signIn: SignIn, token: string): Promise<TokenGrant | null> {
    const open = this.#open.get(plugin) ?? 0;
    if (open >= maxOpen) throw new Error(`${open} calls about tokens are open.`);
    this.#open.set(plugin, open + 1);
    try {
      const { timeLimit: ms = 3000 } = this.#with;
      const answer = await withinTime((signal) => Promise.resolve(signIn.bearer?.(token, { signal }) ?? null), {
        ms,
        signals: [],
        tooLate: () => new Error(`It has not said whose a token is within ${ms / 1000} s.`),
      });
      if (answer !== null) checkGrant(answer);
      return answer;
    } finally {
      this.#open.set(plugin, (this.#open.get(plugin) ?? 1) - 1);
    }
  }

  #admit(
    plugin: string,
    { userId, epoch, role, scopes, name }: TokenGrant,
  ): AuthenticatedUser & { grant: CallerGrant } {
    const user = this.#with.users.byId(userId);
    if (user?.tokenEpoch !== epoch) {
      throw new TokenRefused('revoked', 'The token is not valid any more: make a new one.', user?.id);
    }
    if (user.disabled) {
      throw new TokenRefused('account disabled', 'This account is disabled: ask an administrator.', userId);
    }
    return {
      userId,
      username: user.username,
      role: lowerRole(user.role, role ?? user.role),
      tokenEpoch: user.tokenEpoch,
      grant: { scopes, label: `${plugin}: ${name}` },
    };
  }
}

/** @throws Error if the answer is not a valid grant */
function checkGrant(answer: unknown): void {
  const { userId, epoch, role, scopes, name } = answer as Partial<Record<keyof TokenGrant, unknown>>;
  const isRight =
    Number.isSafeInteger(userId) &&
    Number.isSafeInteger(epoch) &&
    (role === undefined || (roles as readonly unknown[]).includes(role)) &&
    (scopes === undefined || (Array.isArray(scopes) && scopes.every(isTokenScope))) &&
    typeof name === 'string' &&
    name.length <= 200 &&
    /^[^\p{Cc}\p{Cf}]{1,100}$/u.test(name);
  if (!isRight) throw new Error('It answers something else than a grant for a token.');
}

const digestOf = (token: string): string => createHash('sha256').update(token).digest('base64');

function notOurs(): TokenRefused {
  return new TokenRefused('unknown', 'The access token is not valid: sign in again.');
}
