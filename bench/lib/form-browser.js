// A minimal browser that signs people in before the clock starts: cookies, redirects and plain forms.

export class FormBrowser {
  #cookies = new Map();

  /** The `Cookie` header of the next request. */
  get cookie() {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Opens the address and follows redirects, until one answers with a page or leads to another host. */
  async open(url, init = {}) {
    for (let step = 0; step < 20; step++) {
      const response = await fetch(url, {
        ...init,
        redirect: 'manual',
        headers: { accept: 'text/html', cookie: this.cookie, ...init.headers },
      });
      this.#keep(response);
      const location = response.headers.get('location');
      if (!location) return { url, status: response.status, html: await response.text() };
      await response.arrayBuffer();
      const next = new URL(location, url);
      if (next.hostname !== 'localhost') return { url: next.href, status: response.status, html: '' };
      url = next.href;
      init = {};
    }
    throw new Error(`Too many redirects at ${url}`);
  }

  /** Submits the last form that has all fields of `values`, with its first button. */
  async submit(page, values) {
    const form = page.html
      .match(/<form[\s\S]*?<\/form>/g)
      ?.findLast((text) => Object.keys(values).every((name) => text.includes(`name="${name}"`)));
    if (!form) throw new Error(`No form with ${Object.keys(values)} at ${page.url} (${page.status}): ${page.html}`);
    const body = new URLSearchParams();
    let pressed = false;
    for (const [tag, kind] of form.matchAll(/<(input|button)\b[^>]*>/g)) {
      const field = attributesOf(tag);
      if (kind === 'button' && (pressed || field.type === 'button')) continue;
      pressed ||= kind === 'button';
      if (!field.name || field.name in values || (field.type === 'checkbox' && !('checked' in field))) continue;
      body.append(field.name, field.value ?? '');
    }
    for (const [name, value] of Object.entries(values)) body.append(name, value);
    const action = attributesOf(/<form[^>]*>/.exec(form)[0]).action ?? page.url;
    return this.open(new URL(action, page.url).href, {
      method: 'POST',
      body,
      headers: { origin: new URL(page.url).origin, 'content-type': 'application/x-www-form-urlencoded' },
    });
  }

  #keep(response) {
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line);
      if (value === '') this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
  }
}

function attributesOf(tag) {
  const attributes = {};
  for (const [, name, value] of tag.matchAll(/\s([\w-]+)(?:="([^"]*)")?/g))
    attributes[name] = unescapeHtml(value ?? '');
  return attributes;
}

const unescapeHtml = (text) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
