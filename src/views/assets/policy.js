// Enhances the policy: a picker beside the field of the service's colour, and a preview of the sign-in page that follows
// what is typed or picked.
(() => {
  const looks = document.querySelector('.looks');
  const { accent_color: color, service_name: name } = looks?.closest('form')?.elements ?? {};
  name?.addEventListener('input', () => {
    for (const shown of looks.querySelectorAll('[data-shows]')) shown.textContent = name.value;
  });
  if (color) {
    const picker = Object.assign(document.createElement('input'), { type: 'color' });
    picker.setAttribute('aria-label', looks.dataset.pick);
    const box = Object.assign(document.createElement('div'), { className: 'picks' });
    color.before(box);
    box.append(picker, color);
    let shown = color.value.toLowerCase();
    const follow = () => {
      const wanted = color.value.trim().toLowerCase();
      if (!/^#[0-9a-f]{6}$/.test(wanted)) return;
      picker.value = wanted;
      if (wanted === shown) return;
      shown = wanted;
      const [last] = looks.querySelectorAll('link:last-of-type');
      const next = last.cloneNode();
      next.href = last.href.replace(/=.*/, `=${encodeURIComponent(wanted)}`);
      // The sheets before it stay until it is there, so that the preview is never without colours.
      next.addEventListener('load', () => {
        for (const link of [...looks.querySelectorAll('link')])
          if (link.compareDocumentPosition(next) & 4) link.remove();
      });
      last.after(next);
    };
    // Until the field holds a color, the one of the preview.
    picker.value = decodeURIComponent(looks.querySelector('link:last-of-type').href.replace(/.*=/, ''));
    let soon;
    picker.addEventListener('input', () => {
      color.value = picker.value;
      clearTimeout(soon);
      soon = setTimeout(follow, 100);
    });
    color.addEventListener('input', follow);
    follow();
  }
})();
