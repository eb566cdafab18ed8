// Enhances the console: a button that copies, a redirect URI that follows the name of a native application, and a
// preview of the consent page that follows what is typed.
(() => {
  for (const box of document.querySelectorAll('[data-copy]')) {
    const { copy, copied } = box.dataset;
    const button = Object.assign(document.createElement('button'), {
      type: 'button',
      className: 'small',
      textContent: copy,
    });
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(box.querySelector('code').textContent);
      button.textContent = copied;
      setTimeout(() => {
        button.textContent = copy;
      }, 2000);
    });
    if (navigator.clipboard) box.append(button);
  }

  // Copies the recovery codes, or prints their page.
  for (const button of document.querySelectorAll('[data-codes]')) {
    const { codes, copied } = button.dataset;
    button.hidden = codes && !navigator.clipboard;
    button.addEventListener('click', async () => {
      if (!codes) return print();
      await navigator.clipboard.writeText(codes);
      button.textContent = copied;
    });
  }

  // As privateUseRedirectUri in protocol/redirect-uri.ts, until the person types another.
  const uri = document.querySelector('[name=native_redirect_uri]');
  let suggested = uri?.value === '' ? '' : undefined;
  for (const field of uri ? document.querySelectorAll('[name=package_name], [name=bundle_id]') : []) {
    field.addEventListener('input', () => {
      if (uri.value !== suggested) return;
      const scheme = field.value.trim().toLowerCase().replaceAll('_', '-');
      suggested = uri.value = /^[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+$/.test(scheme) ? `${scheme}:/callback` : '';
    });
  }

  const preview = document.querySelector('[data-preview]');
  if (!preview) return;
  const groups = [...preview.querySelectorAll('[data-group]')];
  const rowOf = (item) => preview.querySelector(`[data-item="${item}"]`);

  // The text in the page's language, if there is one.
  const purposeIn = ({ elements }) =>
    elements[`purpose_${document.documentElement.lang}`]?.value.trim() || elements.purpose.value;

  const show = (item, consent, purpose) => {
    const row = rowOf(item);
    // An item without a value stays among those, marked if it is required.
    const mark = row?.querySelector('[data-required]');
    const group = groups.find(({ dataset }) => dataset.group === (mark ? 'missing' : consent));
    if (!row || !group) return;
    if (mark) mark.hidden = consent !== 'required';
    const box = row.querySelector('input');
    box.checked = box.hidden = consent === 'required';
    row.querySelector('[data-purpose]').textContent = purpose.trim();
    row.hidden = false;
    if (row.parentElement !== group) group.append(row);
    for (const one of preview.querySelectorAll('[data-if]')) one.hidden = !preview.querySelector(one.dataset.if);
  };

  for (const form of document.querySelectorAll('[data-edits] > form:first-child')) {
    const { edits } = form.parentElement.dataset;
    form.addEventListener('input', () => show(edits, form.elements.consent.value, purposeIn(form)));
  }

  const adds = document.querySelector('[data-adds] > form');
  let added;
  adds?.addEventListener('input', () => {
    // Not `elements.item`, which is the collection's own method.
    const { value: item } = adds.querySelector('[name=item]');
    if (added && added !== item) rowOf(added).hidden = true;
    added = item;
    show(added, adds.elements.consent.value, purposeIn(adds));
  });
})();
