// Shows the test users whose text has what is typed. Without scripts all of them are shown.
const list = /** @type {HTMLElement} */ (document.querySelector('[data-filtered-by]'))
const input = /** @type {HTMLInputElement} */ (document.getElementById(list.dataset['filteredBy'] ?? ''))
const empty = /** @type {HTMLElement} */ (list.querySelector('.empty'))
input.addEventListener('input', () => {
  const wanted = input.value.trim().toLowerCase()
  const rows = [...list.querySelectorAll('li')]
  for (const row of rows) row.hidden = !row.textContent.toLowerCase().includes(wanted)
  for (const section of list.querySelectorAll('section')) section.hidden = !section.querySelector('li:not([hidden])')
  empty.hidden = rows.some((row) => !row.hidden)
})
