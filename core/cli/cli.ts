#!/usr/bin/env node
import { uncaughtErrors } from './uncaught-errors.ts';
import { readCall, UsageError, usageOf } from './arguments.ts';
import { failureText } from './failures.ts';
import { print, warn } from './output.ts';
import { endSoon } from './until-signal.ts';
import { DomainError, StartupError } from '../domain/errors.ts';
import { version } from '../settings/package-info.ts';

// The index, its sidecar files and backups reveal much about the photos, so new files are readable only by their owner.
process.umask(0o077);
uncaughtErrors.watch();

try {
  const { command, words, options } = readCall(process.argv.slice(2));
  if (command === '--help') print(usageOf(words[0]));
  else if (command === '--version') print(version);
  else {
    // Loaded lazily, so that usage errors and help are printed at once.
    const { commands } = await import('./commands.ts');
    await commands[command](words, options);
  }
} catch (error) {
  if (error instanceof UsageError) {
    warn(`${error.message}\n\n${usageOf(process.argv[2])}`);
    process.exitCode = 2;
  } else if (error instanceof StartupError || error instanceof DomainError) {
    warn(error.message);
    process.exitCode = 1;
  } else {
    const unexpected = `unexpected: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
    warn(failureText(error) ?? unexpected);
    process.exitCode = 1;
  }
} finally {
  endSoon(Number(process.exitCode ?? 0));
}
