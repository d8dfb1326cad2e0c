// Looks at the page it is in, and writes what runs over an edge or over something else
// into the attribute data-faults of the body.
addEventListener('load', () => {
  const faults = [];
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth + 1) faults.push(`the page is ${root.scrollWidth} px wide on ${root.clientWidth}`);
  for (const svg of document.querySelectorAll('svg')) {
    const box = svg.getBoundingClientRect();
    if (!box.width) continue; // the version for another width
    const title = (svg.querySelector('text') || {}).textContent;
    const texts = [...svg.querySelectorAll('text')].map(t => ({t: t.textContent, b: t.getBoundingClientRect()})).filter(x => x.b.width);
    texts.forEach((x, i) => {
      if (x.b.left < box.left - 1 || x.b.right > box.right + 1 || x.b.bottom > box.bottom + 1) faults.push(`${title}: “${x.t}” runs over the edge`);
      for (const y of texts.slice(i + 1)) {
        const across = Math.min(x.b.right, y.b.right) - Math.max(x.b.left, y.b.left);
        const down = Math.min(x.b.bottom, y.b.bottom) - Math.max(x.b.top, y.b.top);
        if (across > 2 && down > 4) faults.push(`${title}: “${x.t}” lies over “${y.t}”`);
      }
    });
  }
  for (const e of document.querySelectorAll('h1,h2,p,dd,dt,li,figcaption,summary')) {
    const b = e.getBoundingClientRect();
    if (b.width && b.right > root.clientWidth + 1 && !e.closest('.scroll')) faults.push(`“${e.textContent.slice(0, 40)}” runs over the edge`);
  }
  document.body.setAttribute('data-faults', JSON.stringify(faults.slice(0, 20)));
});
