/**
 * What stands before a program of ours so that it never comes to the end of copying an index of more than 8 MB: the process
 * that copies stops after its first piece. What happens in the middle of a copy may then come late, on a busy machine.
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
