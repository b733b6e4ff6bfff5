import { mount } from "svelte";
import App from "./App.svelte";
import "./ui/styles/fonts.css";
import "./ui/styles/tokens.css";
import "./ui/styles/base.css";

mount(App, { target: document.getElementById("app")! });
