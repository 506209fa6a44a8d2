// Loaded before the server: every five seconds it says how late its event loop was, and what its heap holds.
const { monitorEventLoopDelay, PerformanceObserver, constants } = require('node:perf_hooks');

// Helper processes are started with the same options and have nothing to tell.
if (process.argv.at(-1) === 'serve') {
  const resolution = 10;
  const delay = monitorEventLoopDelay({ resolution });
  delay.enable();

  let afterCollection = 0;
  new PerformanceObserver((list) => {
    const full = list.getEntries().some(({ detail }) => detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR);
    if (full) afterCollection = process.memoryUsage().heapUsed;
  }).observe({ entryTypes: ['gc'] });

  setInterval(() => {
    const { heapUsed, heapTotal, external, arrayBuffers } = process.memoryUsage();
    // The timer itself is part of what the histogram holds. Milliseconds, and bytes.
    const [p50, p99, max] = [delay.percentile(50), delay.percentile(99), delay.max].map((ns) => ns / 1e6 - resolution);
    delay.reset();
    const told = { p50, p99, max, heapUsed, heapTotal, external, arrayBuffers, afterCollection };
    process.stderr.write(`tells ${JSON.stringify(told)}\n`);
  }, 5000).unref();
}
