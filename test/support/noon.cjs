// The demo's photos have dates relative to the current day. In this time zone a test run begins at noon, so that the
// day does not change before it ends.
const ahead = 12 - new Date().getUTCHours();

// Workers of a parallel run inherit it. Etc/GMT-2 is two hours ahead of UTC.
process.env.TEST_TIME_ZONE ??= `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
