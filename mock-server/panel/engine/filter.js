// Filters the test users by the typed text. Without scripts the page shows all of them.
const list = /** @type {HTMLElement} */ (document.querySelector('[data-filtered-by]'))
const input = /** @type {HTMLInputElement} */ (document.getElementById(list.dataset['filteredBy'] ?? ''))
const empty = /** @type {HTMLElement} */ (list.querySelector('.empty'))
input.addEventListener('input', () => {
  const text = input.value.trim().toLowerCase()
  const rows = [...list.querySelectorAll('li')]
  for (const row of rows) row.hidden = !row.textContent.toLowerCase().includes(text)
  for (const section of list.querySelectorAll('section')) section.hidden = !section.querySelector('li:not([hidden])')
  empty.hidden = rows.some((row) => !row.hidden)
})
