// Shows the test users whose text has what is typed. Without scripts all of them are shown.
const list = document.querySelector('[data-filtered-by]')
const input = document.getElementById(list?.dataset.filteredBy ?? '')
function filter() {
  const wanted = input.value.trim().toLowerCase()
  const rows = [...list.querySelectorAll('li')]
  for (const row of rows) row.hidden = !row.textContent.toLowerCase().includes(wanted)
  for (const section of list.querySelectorAll('section')) section.hidden = !section.querySelector('li:not([hidden])')
  list.querySelector('.empty').hidden = rows.some((row) => !row.hidden)
}
input?.addEventListener('input', filter)
