// Asks the browser for passkeys: by a button, and by autofill in the email field. What the authenticator answers goes
// into a hidden field of the button's form, which is sent like any other.
(() => {
  const AUTOFILL_MS = 4 * 60 * 1000;
  const api = globalThis.PublicKeyCredential;
  const buttons = [...document.querySelectorAll('[data-passkey]')];

  const toBytes = (text) =>
    Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0));
  const toText = (buffer) =>
    btoa(String.fromCharCode(...new Uint8Array(buffer)))
      .replace(/\+/g, '-')
      .replace(/\//g, '_')
      .replace(/=+$/, '');
  const withBytes = (list = []) => list.map((one) => ({ ...one, id: toBytes(one.id) }));

  if (!api || !navigator.credentials) {
    // Browsers inside other apps often have none. Elsewhere the page has another way, or a line that says why.
    const isInApp = /KAKAOTALK|NAVER\(|Instagram|FBA[NV]|\bLine\/|; wv\)/.test(navigator.userAgent);
    const why = isInApp ? '[data-no-passkeys]' : '[data-passkeys-needed]';
    for (const line of document.querySelectorAll(why)) line.hidden = false;
    return;
  }

  for (const or of document.querySelectorAll('[data-passkey-or]')) or.hidden = false;

  for (const signal of document.querySelectorAll('[data-passkey-signal]')) {
    const { method, options } = JSON.parse(signal.dataset.passkeySignal);
    api[method]?.(options).catch(() => undefined);
  }

  // Sent along with a sign-in by password: whether adding a passkey can be offered.
  const able = document.querySelector('input[name=passkey_able]');
  if (able) {
    api
      .isUserVerifyingPlatformAuthenticatorAvailable?.()
      .then((is) => {
        able.value = is ? 'yes' : '';
      })
      .catch(() => undefined);
  }

  const challengeOf = async ({ challenge, challengeHref }) => {
    if (challenge) return { challenge };
    const answer = await fetch(challengeHref, { headers: { accept: 'application/json' } });
    if (!answer.ok) throw new Error('no challenge');
    return answer.json();
  };

  const optionsOf = async (prompt, { form }) => {
    const { allowCredentials, excludeCredentials, ...rest } = prompt.options;
    const made = await challengeOf(prompt);
    const challenge = toBytes(made.challenge);
    if (prompt.kind === 'get') return { ...rest, challenge, allowCredentials: withBytes(allowCredentials) };
    let { user } = rest;
    if (made.user) {
      // Somebody signs up: the server has chosen the user, and the form says the name.
      const { email, nickname, passkey_user } = form.elements;
      passkey_user.value = made.user;
      user = { id: made.user, name: email.value, displayName: nickname.value || email.value };
    }
    const excluded = withBytes(excludeCredentials);
    return { ...rest, challenge, user: { ...user, id: toBytes(user.id) }, excludeCredentials: excluded };
  };

  const jsonOf = ({ id, rawId, type, response }) => {
    const texts = {};
    for (const name of ['clientDataJSON', 'authenticatorData', 'signature', 'userHandle', 'attestationObject']) {
      if (response[name]) texts[name] = toText(response[name]);
    }
    const transports = response.getTransports?.();
    return JSON.stringify({
      id,
      rawId: toText(rawId),
      type,
      response: transports ? { ...texts, transports } : texts,
      clientExtensionResults: {},
    });
  };

  const send = (button, credential) => {
    const { form } = button;
    form.elements.passkey.value = jsonOf(credential);
    form.requestSubmit();
  };

  const say = (button, text) => {
    const line = button.parentElement.querySelector('[data-passkey-status]') ?? button.nextElementSibling;
    line.textContent = text;
    line.hidden = !text;
  };

  // One question at a time: the button's ends that of the autofill.
  let waiting;
  const autofill = async (button, prompt) => {
    waiting?.abort();
    const controller = new AbortController();
    waiting = controller;
    try {
      const publicKey = await optionsOf(prompt, button);
      if (controller.signal.aborted) return;
      const { signal } = controller;
      const credential = await navigator.credentials.get({ mediation: 'conditional', signal, publicKey });
      if (credential) send(button, credential);
    } catch {
      // Ended by the button or by a newer challenge, or the person chose none.
    }
  };

  const start = async (button, prompt) => {
    if (!prompt.autofill || !(await api.isConditionalMediationAvailable?.())) return () => undefined;
    let askedAt = 0;
    const ask = () => {
      if (document.hidden || Date.now() - askedAt < AUTOFILL_MS) return;
      askedAt = Date.now();
      autofill(button, prompt);
    };
    ask();
    setInterval(ask, 15000);
    document.addEventListener('visibilitychange', ask);
    return () => {
      askedAt = 0;
      ask();
    };
  };

  for (const button of buttons) {
    const prompt = JSON.parse(button.dataset.passkey);
    const resume = start(button, prompt);
    button.hidden = false;
    button.addEventListener('click', async () => {
      if (button.disabled) return;
      const { elements } = button.form;
      // The passkey sends the form, so what the person types comes first.
      if (button.dataset.needs?.split(' ').every((name) => elements[name].reportValidity()) === false) return;
      button.disabled = true;
      waiting?.abort();
      say(button, '');
      try {
        const publicKey = await optionsOf(prompt, button);
        const credential = await navigator.credentials[prompt.kind]({ publicKey });
        send(button, credential);
      } catch (error) {
        button.disabled = false;
        if (error.name === 'InvalidStateError') say(button, button.dataset.known);
        else if (error.name !== 'NotAllowedError' && error.name !== 'AbortError') say(button, button.dataset.failed);
        (await resume)();
      }
    });
  }
  // A page that the browser restores from its back/forward cache can be used again.
  addEventListener('pageshow', (event) => {
    if (event.persisted) for (const button of buttons) button.disabled = false;
  });
})();
