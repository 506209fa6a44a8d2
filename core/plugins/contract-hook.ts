/**
 * Runs in Node's thread for module hooks. It resolves the names of the plugin contract to the files of the running server,
 * for every module that imports them. See import-plugin.ts.
 */

type Context = Readonly<Record<string, unknown>>;
interface Resolution {
  url: string;
  format?: string | null;
  shortCircuit?: boolean;
}
type NextResolve = (specifier: string, context: Context) => Resolution | Promise<Resolution>;

let contract: Readonly<Record<string, string>> = {};

/** @param modules file URLs by the name under which plugins import them */
export function initialize(modules: Readonly<Record<string, string>>): void {
  contract = modules;
}

export function resolve(specifier: string, context: Context, next: NextResolve): Resolution | Promise<Resolution> {
  return next(contract[specifier] ?? specifier, context);
}
