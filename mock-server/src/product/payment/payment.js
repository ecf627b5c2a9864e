// A test card by one press. Without scripts its number is typed.
const input = document.getElementById('number')
for (const button of document.querySelectorAll('[data-number]'))
  button.addEventListener('click', () => {
    input.value = button.dataset.number
    for (const [name, usual] of [
      ['expiry', '11/49'],
      ['cvc', '123'],
    ]) {
      const field = document.getElementById(name)
      if (field.value === '') field.value = usual
    }
    document.querySelector('button[value=pay]').focus()
  })
