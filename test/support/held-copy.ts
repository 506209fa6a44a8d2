/**
 * Node options for one of our programs, with which it never finishes the copy of an index of more than 8 MB: the
 * process that copies stops after its first piece. Tests can then act in the middle of a copy, even late on a busy
 * machine.
 */
export const holdsCopies: readonly string[] = [
  '--import',
  `data:text/javascript,${encodeURIComponent(`
    const send = process.send?.bind(process);
    if (send) {
      process.send = (message, ...rest) => {
        const sent = send(message, ...rest);
        if (message?.progress?.step === 'copying') process.kill(process.pid, 'SIGSTOP');
        return sent;
      };
    }`)}`,
];
