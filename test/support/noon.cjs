// The photos of the demo move with the day. In this time zone a run begins at noon, so that it sees no other day before it ends.
const ahead = 12 - new Date().getUTCHours();

// Workers of a parallel run have it from the process that started them. Etc/GMT-2 is two hours ahead of UTC.
process.env.TEST_TIME_ZONE ??= `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
