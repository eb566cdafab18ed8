// Enhances the pages; every page works without JavaScript.
(() => {
  const make = (tag, properties) => Object.assign(document.createElement(tag), properties);

  // How hard a password is to guess, 0 to 3: a rough hint while typing. The server decides.
  const strengthOf = (password) => {
    if ([...password].length < 8) return 0;
    const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u, /[^\0-\x7f]/].filter((kind) =>
      kind.test(password),
    );
    const different = new Set(password.toLowerCase()).size;
    const points = different * (1 + kinds.length / 3) - (/^\p{L}+\p{N}{0,4}\W?$/u.test(password) ? 6 : 0);
    return points < 13 ? 1 : points < 22 ? 2 : 3;
  };

  for (const box of document.querySelectorAll('.password')) {
    const input = box.querySelector('input');
    const { show, hide, label, strength } = box.dataset;
    const button = make('button', { type: 'button', textContent: show });
    button.setAttribute('aria-label', label);
    button.setAttribute('aria-pressed', 'false');
    button.addEventListener('click', () => {
      const shown = input.type === 'password';
      input.type = shown ? 'text' : 'password';
      button.textContent = shown ? hide : show;
      button.setAttribute('aria-pressed', String(shown));
    });
    // A password that is sent never stays readable on the screen or in the browser's form history.
    input.form.addEventListener('submit', () => {
      input.type = 'password';
    });
    box.classList.add('able');
    box.append(button);

    if (strength) {
      const line = make('p', { className: 'strength', hidden: true });
      const words = make('span', {});
      line.append(make('i', {}), make('i', {}), make('i', {}), words);
      line.setAttribute('aria-live', 'polite');
      box.after(line);
      input.addEventListener('input', () => {
        const level = strengthOf(input.value);
        line.hidden = input.value === '';
        line.className = `strength s${level}`;
        words.textContent = strength.split('|')[level];
      });
    }
  }

  for (const all of document.querySelectorAll('[data-tick-all]')) {
    const box = all.querySelector('input');
    const items = [...all.parentElement.querySelectorAll('[name=item],[name=documents]')];
    const follow = () => {
      const ticked = items.filter((item) => item.checked).length;
      box.checked = ticked === items.length;
      box.indeterminate = ticked > 0 && !box.checked;
    };
    box.addEventListener('change', () => {
      for (const item of items) item.checked = box.checked;
    });
    for (const item of items) item.addEventListener('change', follow);
    all.hidden = false;
    follow();
  }

  const release = () => {
    for (const form of document.forms) delete form.dataset.sent;
    for (const button of document.querySelectorAll('.working')) {
      button.classList.remove('working');
      if (button.dataset.idle) button.textContent = button.dataset.idle;
    }
  };
  // One click, one POST: the pressed button shows that work is in progress, and later clicks do nothing.
  document.addEventListener('submit', (event) => {
    const form = event.target;
    if (form.dataset.sent) return event.preventDefault();
    form.dataset.sent = '1';
    setTimeout(release, 15000);
    const button = event.submitter;
    if (!button) return;
    button.classList.add('working');
    if ('working' in button.dataset) {
      button.dataset.idle = button.textContent;
      button.textContent = document.body.dataset.working;
    }
  });
  // Releases the buttons of a page that the browser restores from its back/forward cache.
  addEventListener('pageshow', (event) => {
    if (event.persisted) release();
  });

  // The page that posts an answer to an application submits its form by itself.
  const answer = document.querySelector('form[data-send]');
  answer?.requestSubmit(answer.querySelector('button'));

  // A page that waits goes on by itself: what its link leads to redirects once there is nothing to wait for. A form that
  // is being sent leads on as well. Leaving before its answer would lose the cookie and the notice in it.
  const waiting = document.querySelector('[data-look]');
  const look = async () => {
    if (document.hidden) return;
    const answer = await fetch(waiting.href, { method: 'HEAD', redirect: 'manual' }).catch(() => undefined);
    if (answer?.type !== 'opaqueredirect' || document.querySelector('form[data-sent]')) return;
    location.assign(waiting.href);
  };
  if (waiting) setInterval(look, 3000);

  const { lang } = document.documentElement;
  for (const time of document.querySelectorAll('time')) {
    time.textContent = new Date(time.dateTime).toLocaleString(lang, {
      dateStyle: lang === 'ko' ? 'long' : 'medium',
      timeStyle: 'short',
    });
  }
})();
