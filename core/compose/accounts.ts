import { Accounts } from '../services/accounts.ts';
import { AuditTrail } from '../services/audit-trail.ts';
import { LibraryEncryption } from '../services/encryption/library-encryption.ts';
import { FirstAccountHold } from '../services/first-account-hold.ts';
import { EntryCodes } from '../services/sign-in/entry-codes.ts';
import { LoginLimits } from '../services/sign-in/login-limits.ts';
import { MediaAccess } from '../services/media-access.ts';
import { Reauthentication } from '../services/sign-in/reauthentication.ts';
import { passwordCost, Passwords } from '../services/passwords.ts';
import { SecondFactors } from '../services/sign-in/second-factors.ts';
import { Sessions } from '../services/sign-in/sessions.ts';
import { AccountLinks } from '../services/sign-in/account-links.ts';
import { PluginEntry } from '../services/sign-in/plugin-entry.ts';
import { SignInWays } from '../services/sign-in/sign-in-ways.ts';
import { TokenGrants } from '../services/sign-in/token-grants.ts';
import { AuditEntries } from '../store/accounts/audit-entries.ts';
import { LoginFailures } from '../store/accounts/login-failures.ts';
import { SecondFactorMarks } from '../store/accounts/second-factor-marks.ts';
import { SessionTokens } from '../store/accounts/session-tokens.ts';
import { SignInLinks } from '../store/accounts/sign-in-links.ts';
import { Users } from '../store/accounts/users.ts';
import { plainFiles } from '../upkeep/conversion/plain-files.ts';
import { readPlainSettings } from '../upkeep/plain-settings.ts';
import { inject } from './inject.ts';
import type { Register } from './register.ts';

/** Accounts, sessions and permissions. */
export function registerAccounts(register: Register): void {
  register(
    inject.audit,
    (c) =>
      new AuditTrail({
        entries: c.resolve(AuditEntries),
        clock: c.resolve(inject.clock),
        onError: (error) => {
          c.resolve(inject.log).error({ err: error }, 'The audit log could not be written');
        },
      }),
  );
  register(inject.passwords, (c) => new Passwords(c.resolve(inject.config).weakPasswordHashes ? 4 : passwordCost));
  register(
    inject.accounts,
    (c) => new Accounts(c.resolve(Users), c.resolve(inject.passwords), c.resolve(inject.clock)),
  );
  register(
    inject.secondFactors,
    (c) =>
      new SecondFactors({
        loaded: () => c.resolve(inject.plugins).secondFactors,
        marks: c.resolve(SecondFactorMarks),
        onFault: (plugin, error) => {
          c.resolve(inject.pluginFaults).recordOf(plugin, error, 'a plugin failed as a second factor');
        },
      }),
  );
  register(
    inject.reauthentication,
    (c) =>
      new Reauthentication({
        sessions: c.resolve(inject.sessions),
        secondFactors: c.resolve(inject.secondFactors),
        limits: c.resolve(inject.loginLimits),
      }),
  );
  register(inject.loginLimits, (c) => new LoginLimits(c.resolve(LoginFailures), c.resolve(inject.clock)));
  register(
    inject.encryption,
    (c) =>
      new LibraryEncryption({
        keyring: c.resolve(inject.keyring),
        keys: c.resolve(inject.keys),
        keyFile: c.resolve(inject.config).unlockKeyFile,
        own: c.resolve(inject.reauthentication),
        control: c.resolve(inject.lockControl),
        plainSettings: () => readPlainSettings(c.resolve(inject.config).dataDir),
        onKeyGone: () => {
          c.resolve(inject.snapshots)
            .renewKeyrings()
            .catch((error: unknown) => {
              c.resolve(inject.log).error({ err: error }, 'The records of snapshots still have keys that were removed');
            });
        },
        plainFiles: () => plainFiles(c.resolve(inject.config).dataDir, c.resolve(inject.config).backupDir),
      }),
  );
  register(inject.firstAccountHold, (c) => new FirstAccountHold(() => c.resolve(Users).isEmpty()));
  register(inject.entryCodes, (c) => {
    const codes = new EntryCodes(c.resolve(inject.clock));
    const { setupCode } = c.resolve(inject.config);
    if (setupCode !== undefined) codes.admit(setupCode);
    return codes;
  });
  register(inject.sessions, (c) => {
    const { accessTtl, refreshTtl, twoFactorPendingTtl } = c.resolve(inject.config);
    const clock = c.resolve(inject.clock);
    return new Sessions({
      users: c.resolve(Users),
      tokens: c.resolve(SessionTokens),
      passwords: c.resolve(inject.passwords),
      limits: c.resolve(inject.loginLimits),
      secondFactors: c.resolve(inject.secondFactors),
      secret: c.resolve(inject.secret),
      clock,
      accessTtl,
      refreshTtl,
      twoFactorPendingTtl,
    });
  });
  register(
    inject.tokenGrants,
    (c) =>
      new TokenGrants({
        loaded: () => c.resolve(inject.plugins).signIns,
        users: c.resolve(Users),
        limits: c.resolve(inject.loginLimits),
        onError: (plugin, error) => {
          // The error message itself may contain the token.
          c.resolve(inject.log).warn(
            { plugin, error: (error as Error | null)?.name },
            'A plugin could not check a token',
          );
        },
      }),
  );
  register(
    inject.signInEntry,
    (c) =>
      new PluginEntry({
        loaded: () => c.resolve(inject.plugins).signIns,
        links: c.resolve(SignInLinks),
        users: c.resolve(Users),
        accounts: c.resolve(inject.accounts),
        sessions: c.resolve(inject.sessions),
        audit: c.resolve(inject.audit),
        transact: c.resolve(inject.transact),
        clock: c.resolve(inject.clock),
      }),
  );
  register(
    inject.signInWays,
    (c) =>
      new SignInWays({
        loaded: () => c.resolve(inject.plugins).signIns,
        entry: c.resolve(inject.signInEntry),
        accounts: c.resolve(inject.accounts),
        reauthentication: c.resolve(inject.reauthentication),
        hasApiKeys: () =>
          c.resolve(inject.plugins).routes.some(({ method, path }) => method === 'POST' && path === '/api/auth/keys'),
      }),
  );
  register(
    inject.accountLinks,
    (c) =>
      new AccountLinks({
        loaded: () => c.resolve(inject.plugins).signIns,
        links: c.resolve(SignInLinks),
        secondFactors: c.resolve(inject.secondFactors),
        onError: (plugin, error) => {
          c.resolve(inject.log).error(
            { plugin, err: error },
            'A plugin did not answer whether a second factor has ended',
          );
        },
      }),
  );
  register(
    inject.mediaAccess,
    (c) =>
      new MediaAccess({
        users: c.resolve(Users),
        secret: c.resolve(inject.secret),
        clock: c.resolve(inject.clock),
        lifetime: c.resolve(inject.config).signTtl,
      }),
  );
}
