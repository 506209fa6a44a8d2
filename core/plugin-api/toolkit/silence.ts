/**
 * What keeps libraries from phoning home. onnxruntime has a telemetry client that is on unless this stands in the
 * environment of the process when the first network is loaded: it writes a device id and a queue of events into
 * `~/.cache/Microsoft` and a log into `/tmp`, and sends the events to its makers.
 *
 * In a worker thread this does nothing, since what a thread writes into its `process.env` never reaches a library.
 */
export const silencing: Readonly<Record<string, string>> = { ORT_DISABLE_TELEMETRY: '1' };

/** Silences the libraries of this process, whatever somebody has set. */
export function keepSilent(): void {
  Object.assign(process.env, silencing);
}

// Whoever loads anything of ours that could start a process or a network is silent from here on, and so is a plugin that
// brings an onnxruntime of its own.
keepSilent();
