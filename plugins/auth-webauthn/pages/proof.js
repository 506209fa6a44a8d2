import { call } from '/plugins/-/page.js';

/**
 * The fields with which users prove their identity: the password, and the code of a second factor if they have one.
 * @param text the words of the page
 */
export function proofFields(text) {
  const [password, field, label, code] = ['#password', '#code-field', '#code-label', '#code'].map((selector) =>
    document.querySelector(selector),
  );
  /** The user's enabled factors. */
  let factors = [];

  const answerOf = async ({ plugin, prompt }) => {
    const { answer } = await import(prompt);
    const { challenge } = await call('POST', '/api/auth/factors/challenge', { factor: plugin });
    return answer(challenge, { signal: new AbortController().signal });
  };

  return {
    /** Shows the field for a code if the user has a factor with typed codes. */
    async show() {
      factors = (await call('GET', '/api/auth/factors')).factors.filter(({ enabled }) => enabled);
      const isPrompted = factors.some(({ prompt }) => prompt !== null);
      field.hidden = factors.every(({ prompt }) => prompt !== null);
      label.textContent = isPrompted ? text.codeOrPasskey : text.code;
      code.required = !field.hidden && !isPrompted;
      code.value = '';
    },

    asksForCode: () => factors.length > 0,

    /** @returns the proof for a request; if no code was typed, the browser asks for a passkey */
    async give() {
      const typed = code.value.trim();
      if (typed !== '') return { password: password.value, code: typed };
      const prompted = factors.find(({ prompt }) => prompt !== null);
      if (!prompted) return { password: password.value };
      return { password: password.value, code: await answerOf(prompted), factor: prompted.plugin };
    },
  };
}
