/**
 * Disables telemetry of libraries. onnxruntime has a telemetry client that is on unless this variable is in the environment
 * of the process when the first model is loaded: it writes a device id and a queue of events into `~/.cache/Microsoft` and a
 * log into `/tmp`, and sends the events to its makers.
 *
 * In a worker thread this has no effect, since changes to its `process.env` never reach a library.
 */
export const silencing: Readonly<Record<string, string>> = { ORT_DISABLE_TELEMETRY: '1' };

/** Disables telemetry of libraries in this process, whatever is set. */
export function keepSilent(): void {
  Object.assign(process.env, silencing);
}

// Importing any module that could start a process or a model disables telemetry from here on, also for a plugin with its own
// onnxruntime.
keepSilent();
